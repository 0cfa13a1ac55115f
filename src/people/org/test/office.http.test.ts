import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseRecycled, listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { refreshTodos } from '#overview/home/server/todos.ts';
import { createTerm, getTerm, listTerms, removeTerm, termCandidates, updateTerm } from '#people/org/contract.office.ts';
import { getOrg, removeOrg } from '#people/org/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, PASSWORD } from '../../../../test/support/fixture.ts';
import { addOrg, fullMembers } from './factory.ts';

let t: TestApp;
let worker: Caller;
let branch: Caller;
/** A full member, and one of probation, of each branch. */
let full: (key: 'branchA11' | 'branchA12' | 'branchA21' | 'branchB11') => string;
let probationary: string;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  full = (key) => t.fixture.members[key]?.[0] ?? '';
  // A branch has three full members at the least.
  await fullMembers(t.db, ORGS.branchA12, 2);
  probationary = t.fixture.members.branchA11?.[1] ?? '';
});
afterAll(() => t.close());

const form = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  electedOn: '2024-03-01',
  method: '党员大会选举',
  entitled: 20,
  present: 16,
  posts: [{ memberId: full('branchA11'), post: '书记', votes: 15 }],
  ...given,
});
const add = async (given: object = {}) => {
  const made = await worker.call(createTerm, form(given) as never);
  expect(made.code, made.text).toBe(200);
  return made.data as { id: string; nextElectionOn: string | null };
};
const clear = () =>
  sql`with gone as (delete from org_post returning 1), done as (delete from todo returning 1) select`
    .execute(t.db)
    .then(() => sql`delete from org_term`.execute(t.db));
const termsOf = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from org_term`.execute(t.db)).rows[0]?.n);

describe('a term', () => {
  test('is registered with its votes, shown on the organisation, changed, renewed, deleted and restored', async () => {
    await clear();
    const first = await add({ electedOn: '2021-02-28', number: 3 });
    expect(first.nextElectionOn).toBe('2024-02-28');
    const second = await add({});
    expect((await branch.call(getTerm, { id: second.id })).result).toMatchObject({
      number: 4,
      years: 3,
      nextElectionOn: '2027-03-01',
      isCurrent: true,
      present: 16,
      secretaryName: '王小一',
      posts: [{ post: '书记', votes: 15, memberId: full('branchA11') }],
      can: { edit: true, remove: true },
    });
    expect((await branch.call(getOrg, { orgId: ORGS.branchA11.id })).result).toMatchObject({
      secretaryName: '王小一',
      term: { id: second.id, number: 4, expiresOn: '2027-03-01' },
    });
    const all = (await worker.call(listTerms, { orgId: ORGS.branchA11.id, searchRange: 'onlySelf' })).result;
    expect(all.rows.map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [4, true],
      [3, false],
    ]);

    const edited = await branch.call(updateTerm, { id: second.id, version: 1, electedOn: '2024-05-06' });
    expect(edited.result).toEqual({ version: 2 });
    expect((await branch.call(getTerm, { id: second.id })).result.nextElectionOn).toBe('2027-05-06');
    const stale = await worker.call(updateTerm, { id: second.id, version: 1, remark: '又改' });
    expect(stale).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2 } } });

    expect((await branch.call(removeTerm, { id: second.id, deleteReason: '登记错了' })).code).toBe(200);
    expect((await branch.call(getTerm, { id: second.id })).code).toBe(404);
    expect((await branch.call(getTerm, { id: first.id })).result.isCurrent).toBe(true);
    const bin = (await worker.call(listRecycled, { kind: 'term' })).rows;
    expect(bin).toMatchObject([{ id: second.id, name: `${ORGS.branchA11.name}第4届`, reason: '登记错了' }]);
    expect((await worker.call(restoreRecycled, { kind: 'term', id: second.id, reason: '删错了' })).code).toBe(200);
    expect((await branch.call(getTerm, { id: second.id })).result.isCurrent).toBe(true);
    expect((await branch.call(getTerm, { id: first.id })).result.isCurrent).toBe(false);
  });

  test('leaves who did what with old and new in the log', async () => {
    await clear();
    const { id } = await add({});
    await branch.call(updateTerm, { id, version: 1, present: 18 });
    const { rows } = await sql<{ action: string; changes: Record<string, [unknown, unknown]> }>`
      select action, changes from audit_log where target_type = 'org' and target_id = ${ORGS.branchA11.id}
       order by id desc limit 2`.execute(t.db);
    expect(rows[0]).toMatchObject({ action: '修改届次', changes: { 'office.present': [16, 18] } });
    expect(rows[1]?.changes['office.posts']).toEqual([null, '书记 王小一（15票）']);
  });

  test('of a village or community and of a committee lasts five years, an appointed leadership has none', async () => {
    await clear();
    const committee = await add({ orgId: ORGS.committeeA1.id });
    expect(committee.nextElectionOn).toBe('2029-03-01');
    await sql`insert into unit (org_id, org_code, name, nature)
              values (${ORGS.branchA12.id}, ${ORGS.branchA12.code}, '试村', '8')`.execute(t.db);
    const village = await add({
      orgId: ORGS.branchA12.id,
      posts: [{ memberId: full('branchA12'), post: '书记', votes: null }],
    });
    expect(village.nextElectionOn).toBe('2029-03-01');
    const appointed = await add({
      method: '任命',
      entitled: null,
      present: null,
      posts: [{ memberId: full('branchA11'), post: '书记' }],
    });
    expect(appointed.nextElectionOn).toBeNull();
    const org = (await branch.call(getOrg, { orgId: ORGS.branchA11.id })).result;
    expect(org.warnings.map(({ code }) => code)).not.toContain('termOverdue');
    expect((await branch.call(getTerm, { id: appointed.id })).result).toMatchObject({
      phase: 'appointed',
      years: null,
    });
  });

  test.each([
    ['electedOn', '当选日期不能晚于今天', { electedOn: '2199-01-01' }],
    ['present', '到会人数未达到应到会人数的五分之四，选举无效', { entitled: 20, present: 15 }],
    ['present', '实到人数不能多于应到人数', { present: 21 }],
    ['entitled', '应到和实到人数应同时填写', { entitled: null }],
    ['entitled', '任命产生的班子没有应到会人数', { method: '任命' }],
  ])('that cannot be is refused at %s: %s', async (field, sentence, given) => {
    const before = await termsOf();
    const answer = await worker.call(createTerm, form(given) as never);
    expect(answer).toMatchObject({ code: 600, data: { fields: { [field]: sentence } } });
    expect(await termsOf()).toBe(before);
  });

  test.each([
    ['得票未超过实到会人数的一半', (id: string) => [{ memberId: id, post: '书记', votes: 8 }]],
    ['得票不能多于实到会人数', (id: string) => [{ memberId: id, post: '书记', votes: 17 }]],
    [
      '同一个人只登记一次',
      (id: string) => [
        { memberId: id, post: '书记', votes: 9 },
        { memberId: id, post: '委员', votes: 9 },
      ],
    ],
  ])('with an election that cannot be is refused: %s', async (sentence, posts) => {
    const answer = await worker.call(createTerm, form({ posts: posts(full('branchA11')) }) as never);
    expect(answer.code).toBe(600);
    expect(answer.data.fields.posts).toContain(sentence);
  });

  test('takes full members of the scope alone', async () => {
    for (const memberId of [probationary, full('branchA21'), full('branchB11'), '987654321']) {
      const answer = await worker.call(createTerm, form({ posts: [{ memberId, post: '书记', votes: 15 }] }) as never);
      expect(answer).toMatchObject({ code: 600, data: { fields: { posts: '班子成员应为本组织范围内的正式党员' } } });
    }
    const offered = (await branch.call(termCandidates, { orgId: ORGS.branchA11.id, name: '小' })).result;
    expect(offered.map(({ memberId }) => memberId)).toContain(full('branchA11'));
    expect(offered.map(({ memberId }) => memberId)).not.toContain(probationary);
  });

  test('keeps the order of numbers and days', async () => {
    await clear();
    await add({ number: 3 });
    const same = await worker.call(createTerm, form({ number: 3, electedOn: '2025-01-01' }) as never);
    expect(same.data.fields).toEqual({ number: '第3届已经登记' });
    const earlier = await worker.call(createTerm, form({ number: 4, electedOn: '2022-01-01' }) as never);
    expect(earlier.data.fields).toEqual({ electedOn: '与第3届（2024-03-01）的先后不一致' });
  });
});

describe('a term out of the bin', () => {
  const bring = (id: string) => worker.call(restoreRecycled, { kind: 'term', id, reason: '删错了' });

  test('ends the reminders of the one that it replaces', async () => {
    await clear();
    const first = await add({ electedOn: '2021-03-01' });
    const second = await add({});
    await branch.call(removeTerm, { id: second.id, deleteReason: '试' });
    await refreshTodos(t.services);
    const open = async () =>
      (await sql`select from todo where subject = ${`term:${first.id}`} and done_at is null`.execute(t.db)).rows.length;
    expect(await open()).toBeGreaterThan(0);
    expect((await bring(second.id)).code).toBe(200);
    expect(await open()).toBe(0);
  });

  test('is refused where the terms registered since contradict it', async () => {
    await clear();
    const first = await add({ number: 1, electedOn: '2021-03-01' });
    const second = await add({ number: 2, electedOn: '2022-03-01' });
    await branch.call(removeTerm, { id: second.id, deleteReason: '试' });
    await branch.call(updateTerm, { id: first.id, version: 1, electedOn: '2023-03-01' });
    expect(await bring(second.id)).toMatchObject({ code: 400, msg: '与第1届（2023-03-01）的先后不一致，不能恢复' });
    expect((await branch.call(getTerm, { id: first.id })).result.isCurrent).toBe(true);
    expect((await worker.call(listRecycled, { kind: 'term' })).rows.map((row) => row.id)).toContain(second.id);
  });
});

test('a term whose leading members were erased can still be corrected', async () => {
  await clear();
  const { id } = await add({
    orgId: ORGS.committeeA1.id,
    posts: [
      { memberId: full('branchA11'), post: '书记', votes: 15 },
      { memberId: full('branchA12'), post: '副书记', votes: 14 },
    ],
  });
  await sql`update org_post set name = '', member_id = null where term_id = ${id}`.execute(t.db);
  expect(await worker.call(updateTerm, { id, version: 1, remark: '补记' })).toMatchObject({ code: 200 });
});

test('an organisation that is erased leaves nobody who led it', async () => {
  await clear();
  const encrypt = await makeEncrypter(t);
  const org = await addOrg(worker, ORGS.committeeA1.id, '撤并党支部');
  await fullMembers(t.db, org, 3);
  const { id } = await add({ orgId: org.id, remark: '补选一次' });
  await sql`delete from member where org_id = ${org.id}`.execute(t.db);
  expect((await worker.call(removeOrg, { id: org.id, deleteReason: '撤并' })).code).toBe(200);
  const erased = await (await t.as('admin')).call(eraseRecycled, {
    kind: 'org',
    id: org.id,
    deleteReason: '撤并',
    password: encrypt(PASSWORD),
  });
  expect(erased.code, erased.text).toBe(200);
  const { rows } = await sql`
    select t.remark, p.name, p.member_id from org_term t join org_post p on p.term_id = t.id where t.id = ${id}`.execute(
    t.db,
  );
  expect(rows).toEqual([{ remark: '', name: '', member_id: null }]);
});

test('a term in which somebody was destroyed since is still corrected; nobody is added without a record', async () => {
  await clear();
  const { id } = await add({});
  await sql`update org_post set name = '', member_id = null where term_id = ${id}`.execute(t.db);
  const read = async () => (await worker.call(getTerm, { id })).result;
  const kept = (await read()).posts.map(({ post, votes }) => ({ memberId: '', post, votes }));
  const write = async (posts: unknown) =>
    worker.call(updateTerm, { id, version: (await read()).version, remark: '补正', posts } as never);
  const more = await write([...kept, { memberId: '', post: '委员', votes: null }]);
  expect(more.data.fields).toEqual({ posts: '班子成员应为本组织范围内的正式党员' });
  const written = await write([...kept, { memberId: full('branchA12'), post: '委员', votes: null }]);
  expect(written.code, written.text).toBe(200);
  expect((await read()).posts.map(({ memberId }) => memberId)).toEqual([...kept.map(() => null), full('branchA12')]);
  const none = await worker.call(createTerm, form({ electedOn: '2025-01-01', posts: kept }) as never);
  expect(none.data.fields).toEqual({ posts: '班子成员应为本组织范围内的正式党员' });
});

test('P3 a neighbouring branch, and whoever has no office, read and change no term, by no call', async () => {
  await clear();
  const { id } = await add({});
  for (const name of ['siblingWorker', 'otherCountyWorker', 'twinWorker'] as const) {
    const caller = await t.as(name);
    const answers = await Promise.all([
      caller.call(getTerm, { id }),
      caller.call(listTerms, { orgId: ORGS.branchA11.id, searchRange: 'onlySelf' }),
      caller.call(termCandidates, { orgId: ORGS.branchA11.id }),
      caller.call(createTerm, form({ electedOn: '2025-01-01' }) as never),
      caller.call(updateTerm, { id, version: 1, remark: '试' }),
      caller.call(removeTerm, { id, deleteReason: '试' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await caller.call(listTerms, {})).result.rows.map((row) => row.id)).not.toContain(id);
  }
  const member = await t.as('member');
  expect((await member.call(getTerm, { id })).code).toBe(403);
  expect((await branch.call(getTerm, { id })).result).toMatchObject({ version: 1, remark: '' });
});

test('two workers renew one term at the same moment: one number each, one current term', async () => {
  await clear();
  await add({});
  const both = await Promise.all([
    worker.call(createTerm, form({ electedOn: '2025-02-01' }) as never),
    branch.call(createTerm, form({ electedOn: '2025-02-02' }) as never),
  ]);
  // The later day may be written first; then the earlier one would get a greater number and is refused.
  expect(both.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
  const { rows } = await sql<{ number: number; is_current: boolean }>`
    select number, is_current from org_term where org_id = ${ORGS.branchA11.id} order by number`.execute(t.db);
  expect(rows.filter((row) => row.is_current)).toHaveLength(1);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  expect(rows.at(-1)?.is_current).toBe(true);
});

test('reminders come six, three and one month before the end and after it, one at a time, and end with the renewal', async () => {
  await clear();
  const { id } = await add({});
  const open = async () =>
    (
      await sql<{ org: string; title: string }>`
        select org_id as org, title from todo where subject = ${`term:${id}`} and done_at is null order by org_id`.execute(
        t.db,
      )
    ).rows;
  const due = async (expires: string) => {
    await sql`update org_term set expires_on = (now() at time zone 'Asia/Shanghai')::date + ${expires}::interval where id = ${id}`.execute(
      t.db,
    );
    await refreshTodos(t.services);
    await refreshTodos(t.services);
    return open();
  };
  expect(await due('7 months')).toEqual([]);
  for (const [expires, title] of [
    ['5 months', '本届任期六个月内届满，应着手换届'],
    ['2 months', '本届任期三个月内届满，应着手换届'],
    ['20 days', '本届任期一个月内届满，应着手换届'],
    ['-1 days', '本届任期已届满，应尽快换届'],
  ] as const) {
    const todos = await due(expires);
    // The branch itself and its superior, once each.
    expect(todos.map(({ org }) => org).sort()).toEqual([ORGS.committeeA1.id, ORGS.branchA11.id].sort());
    expect(todos.map((todo) => todo.title)).toContain(title);
  }
  const listed = (await worker.call(listTerms, { phase: 'overdue' })).result;
  expect(listed.rows.map((row) => row.id)).toEqual([id]);
  await add({ electedOn: '2025-06-01' });
  expect(await open()).toEqual([]);
});

test('a branch of seven full members without a committee is told so, with the rule', async () => {
  await clear();
  await add({});
  await sql`insert into member_counter_delta (org_code, fact, value, n)
            values (${ORGS.branchA11.code}, 'category', '1', 6)`.execute(t.db);
  const { warnings } = (await branch.call(getOrg, { orgId: ORGS.branchA11.id })).result;
  const found = warnings.find(({ code }) => code === 'noCommittee');
  expect(found?.text).toContain('应设支部委员会');
  expect(found?.clause).toContain('正式党员7人以上');
});
