import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notices } from '#kernel/message/test/factory.ts';
import { refreshTodos } from '#overview/home/server/todos.ts';
import { decideExtension, extendTerm, withdrawExtension } from '#people/org/contract.extension.ts';
import { historyField } from '#people/org/contract.history.ts';
import { createTerm, getTerm, listTerms, updateTerm } from '#people/org/contract.office.ts';
import { getOrg } from '#people/org/contract.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import { fullMembers } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
/** The current term of branch A11, which ended twenty days ago, and the day that is asked for. */
let id: string;
let until: string;
beforeEach(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  const days = await sql<{ elected: string; until: string }>`
    select (current_date - interval '3 years' - interval '20 days')::date::text as elected,
           (current_date + interval '9 months')::date::text as until`.execute(t.db);
  until = days.rows[0]?.until ?? '';
  const made = await committee.call(createTerm, {
    orgId: ORGS.branchA11.id,
    electedOn: days.rows[0]?.elected ?? '',
    method: '党员大会选举',
    posts: [{ memberId: t.fixture.members.branchA11?.[0] ?? '', post: '书记', votes: null }],
  });
  expect(made.code, made.text).toBe(200);
  id = made.result.id;
});
afterEach(() => t.close());

const seen = async (who: Caller = branch) => (await who.call(getTerm, { id })).result;
const paper = async (who: Caller) =>
  (await who.post('/api/sys/oss/upload/base64', { base64: TINY_PNG })).data.id as string;
const ask = async (who: Caller, given: object = {}) =>
  who.call(extendTerm, {
    id,
    version: (await seen(committee)).version,
    until,
    reason: '村委会换届同步推进',
    files: [await paper(who)],
    ...given,
  });
const answer = async (who: Caller, given: object = {}) =>
  who.call(decideExtension, { id, version: (await seen(committee)).version, agree: true, ...given });
const open = async (subject: string) =>
  (
    await sql<{ org_id: string; title: string }>`
      select org_id, title from todo where subject = ${`${subject}:${id}`} and done_at is null order by org_id`.execute(
      t.db,
    )
  ).rows;

test('a term ends later with the leave of the organisation above: reminders, warnings and lists follow the new day', async () => {
  await refreshTodos(t.services);
  expect(await open('term')).toHaveLength(2);
  expect((await seen()).canExtend).toBe(true);
  const asked = await ask(branch);
  expect(asked.code, asked.text).toBe(200);
  expect(asked.result.deciderName).toBe(ORGS.committeeA1.name);
  expect(await open('termExtension')).toEqual([
    { org_id: ORGS.committeeA1.id, title: `审批届期延长：${ORGS.branchA11.name}第1届` },
  ]);
  expect(await seen()).toMatchObject({ phase: 'overdue', canExtend: false, canDecide: false });
  const before = await seen(committee);
  expect(before).toMatchObject({ canDecide: true, extensions: [{ until, state: 'pending', files: [{}] }] });
  const file = before.extensions[0]?.files[0]?.id ?? '';
  expect((await committee.get('/api/common/download', { fileName: file })).headers['content-type']).toMatch('image/');
  const stranger = await t.as('siblingWorker');
  expect((await stranger.get('/api/common/download', { fileName: file })).code).toBe(404);
  const warned = async () =>
    (await committee.call(getOrg, { orgId: ORGS.branchA11.id })).result.warnings.map(({ code }) => code);
  expect(await warned()).toContain('termOverdue');

  const done = await answer(committee, { opinion: '同意延期' });
  expect(done.code, done.text).toBe(200);
  expect(await seen()).toMatchObject({
    nextElectionOn: until,
    phase: 'running',
    endsByRule: before.nextElectionOn,
    canExtend: true,
    extensions: [{ state: 'approved', opinion: '同意延期' }],
  });
  expect(await warned()).not.toContain('termOverdue');
  expect((await committee.call(listTerms, { phase: 'overdue' })).rows).toEqual([]);
  await refreshTodos(t.services);
  expect([...(await open('term')), ...(await open('termExtension'))]).toEqual([]);
  expect(await notices(t)).toEqual([
    {
      title: `${ORGS.branchA11.name}第1届的延期申请已同意`,
      accountIds: [t.fixture.principals.branchWorker.accountId],
    },
  ]);
  const history = (await branch.call(historyField, { orgId: ORGS.branchA11.id })).result.rows;
  expect(history.map(({ label, before: old, after }) => [label, old, after])).toContainEqual([
    '届次：届满日期',
    before.nextElectionOn,
    until,
  ]);

  // A remark leaves the day alone; another day of election does not.
  const edit = async (given: object) =>
    (await branch.call(updateTerm, { id, version: (await seen()).version, ...given })).code;
  expect(await edit({ remark: '已延期' })).toBe(200);
  expect((await seen()).nextElectionOn).toBe(until);
  expect(await edit({ electedOn: '2023-01-01' })).toBe(200);
  expect((await seen()).nextElectionOn).toBe('2026-01-01');
});

test('neither the asker nor the own organisation decides, nobody above asks, and a neighbour meets nothing of it', async () => {
  expect((await ask(committee)).msg).toBe(`应由${ORGS.branchA11.name}的党务工作者申请`);
  await ask(branch);
  expect((await ask(branch)).msg).toBe('已有延期申请在等上级审批');
  expect((await answer(branch)).msg).toBe('不能审批本人提出的申请');
  await sql`update term_extension set asked_by = ${t.fixture.principals.siblingWorker.accountId}`.execute(t.db);
  expect((await answer(branch)).msg).toBe('应由上级党组织审批');
  for (const who of [await t.as('siblingWorker'), await t.as('otherCountyWorker')]) {
    expect((await answer(who)).code).toBe(404);
    expect((await ask(who)).code).toBe(404);
  }
  expect((await answer(await t.as('member'))).code).toBe(403);
});

test('a day that is not later, no reason, no paper, a stale version are refused and write nothing', async () => {
  const now = await seen();
  const fields = async (given: object) => (await ask(branch, given)).data.fields;
  expect(await fields({ until: now.nextElectionOn })).toEqual({
    until: `应晚于现在的届满日期（${now.nextElectionOn}）`,
  });
  expect(await fields({ reason: ' ' })).toEqual({ reason: '请输入延期原因' });
  expect(await fields({ files: [] })).toEqual({ files: '请上传申请延期的请示或报告' });
  expect(await fields({ files: ['0'.repeat(32)] })).toHaveProperty('files');
  expect(await ask(branch, { version: 99 })).toMatchObject({ code: 400, data: { conflict: true } });
  expect((await seen()).extensions).toEqual([]);
});

test('returned with a reason it is asked for anew; of two who decide at once one does; a renewal ends what waits', async () => {
  await ask(branch);
  expect((await answer(committee, { agree: false })).data.fields).toEqual({ opinion: '请输入退回原因' });
  expect((await answer(committee, { agree: false, opinion: '原因不充分' })).code).toBe(200);
  expect(await seen()).toMatchObject({
    phase: 'overdue',
    canExtend: true,
    extensions: [{ state: 'returned', opinion: '原因不充分' }],
  });
  await ask(branch);
  const county = await t.as('countyWorker');
  const both = await Promise.all([answer(committee), answer(county)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(both.find(({ code }) => code === 400)?.msg).toBe('已被处理');

  await sql`update org_term set expires_on = current_date - 5`.execute(t.db);
  await ask(branch);
  expect(await open('termExtension')).toHaveLength(1);
  await fullMembers(t.db, ORGS.branchA11, 1);
  const { today } = (await sql<{ today: string }>`select current_date::text as today`.execute(t.db)).rows[0] ?? {
    today: '',
  };
  const renewed = await committee.call(createTerm, {
    orgId: ORGS.branchA11.id,
    electedOn: today,
    method: '党员大会选举',
    posts: [],
  });
  expect(renewed.code, renewed.text).toBe(200);
  expect(await open('termExtension')).toEqual([]);
  expect((await seen()).extensions.map(({ state }) => state)).toEqual(['lapsed', 'approved', 'returned']);
});

test('whoever asked takes it back until it is decided: nobody else does, and it may be asked for anew', async () => {
  const withdraw = async (who: Caller, given: object = {}) =>
    who.call(withdrawExtension, { id, version: (await seen(committee)).version, ...given });
  expect((await withdraw(branch)).msg).toBe('已被处理');
  await ask(branch);
  expect((await seen()).canWithdraw).toBe(true);
  expect((await seen(committee)).canWithdraw).toBe(false);
  expect((await withdraw(committee)).msg).toBe('只有申请人本人可以撤回');
  await urgesOnce(t, branch, committee, 'extension', id);
  expect((await withdraw(await t.as('siblingWorker'))).code).toBe(404);
  expect((await withdraw(await t.as('member'))).code).toBe(403);
  expect(await withdraw(branch, { version: 99 })).toMatchObject({ code: 400, data: { conflict: true } });
  expect(await open('termExtension')).toHaveLength(1);
  const done = await withdraw(branch);
  expect(done.code, done.text).toBe(200);
  expect(await open('termExtension')).toEqual([]);
  expect(await seen()).toMatchObject({ canExtend: true, canWithdraw: false, extensions: [{ state: 'withdrawn' }] });
  expect((await answer(committee)).msg).toBe('已被处理');
  // Of a withdrawal and a decision at the same time one wins.
  await ask(branch);
  const both = await Promise.all([withdraw(branch), answer(committee)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
});
