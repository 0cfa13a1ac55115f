import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseRecycled, listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import {
  auditEntering,
  getExtra,
  MEMBER_RECORDS,
  memberRecords,
  RECORD_CALLS,
  updateExtra,
} from '#people/member/contract.records.ts';
import { createMember, getMember, memberTimeline, removeMember, updateMember } from '#people/member/contract.ts';
import { MOST_RECORDS, type RecordCalls } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { encrypted, memberForm } from './factory.ts';
import { GOOD_RECORDS as GOOD } from './records.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let sibling: Caller;
let member: Caller;
/** Somebody of the branch, and the person behind the account of `member`. */
let somebody: string;
let self: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  committee = await t.as('committeeWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  self = t.fixture.principals.member.memberId ?? '';
  somebody = t.fixture.members.branchA11?.find((id) => id !== self) ?? '';
});
afterAll(() => t.close());
// Two stays abroad, or one post twice, cannot be at once: each test begins without the rows of the one before.
beforeEach(async () => {
  await sql`delete from sub_record where member_id = ${somebody}`.execute(t.db);
});

const callsOf = (kind: string) => RECORD_CALLS[kind] as RecordCalls;
const rowsOf = async (id: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from sub_record where member_id = ${id}`.execute(t.db)).rows[0]?.n,
  );
const add = async (kind: string, given: Record<string, unknown> = {}) => {
  const made = await branch.call(callsOf(kind).add, { memberId: somebody, ...GOOD[kind], ...given });
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};

test('every tab has a good row here', () => {
  expect(Object.keys(GOOD)).toEqual(MEMBER_RECORDS.map(({ kind }) => kind));
});

describe.each(MEMBER_RECORDS.map((sort) => [sort.kind, sort] as const))('%s', (kind, sort) => {
  const calls = callsOf(kind);

  test('a row is added, read with names of its choices, changed, deleted and restored', async () => {
    const id = await add(kind);
    const read = await branch.call(calls.get, { id });
    expect(read.data).toMatchObject({
      ...GOOD[kind],
      id,
      version: 1,
      can: { edit: kind !== 'entering', remove: true },
    });
    for (const field of sort.fields.filter(({ kind: is, name }) => is === 'choice' && GOOD[kind]?.[name])) {
      expect(read.data[`${field.name}Name`], field.name).toMatch(/\p{Script=Han}/u);
    }
    const list = await committee.call(calls.list, { memberId: somebody });
    expect(list.rows.map((row: { id: string }) => row.id)).toContain(id);

    const text = sort.fields.find((field) => field.kind === 'text') ?? sort.fields[0];
    const name = text?.name ?? '';
    if (kind === 'entering') {
      // Reviewed or deleted, never rewritten: the call is not there.
      expect((await branch.call(calls.edit, { id, version: 1, [name]: '补充一句' })).status).toBe(404);
    } else {
      const edited = await branch.call(calls.edit, { id, version: 1, [name]: '补充一句' });
      expect(edited.data).toEqual({ version: 2 });
      expect((await branch.call(calls.get, { id })).data).toMatchObject({ ...GOOD[kind], [name]: '补充一句' });
      expect(await branch.call(calls.edit, { id, version: 1, [name]: '又一句' })).toMatchObject({
        code: 400,
        data: { conflict: true, current: { version: 2 } },
      });
    }

    expect((await branch.call(calls.remove, { id, deleteReason: '重复登记' })).code).toBe(200);
    expect((await branch.call(calls.get, { id })).code).toBe(404);
    const bin = await committee.call(listRecycled, { kind: 'memberRecord' });
    expect(bin.rows.find((row: { id: string }) => row.id === id)).toMatchObject({ reason: '重复登记' });
    expect((await committee.call(restoreRecycled, { kind: 'memberRecord', id, reason: '删错了' })).code).toBe(200);
    expect((await branch.call(calls.get, { id })).data).toMatchObject(
      kind === 'entering' ? { version: 3 } : { [name]: '补充一句', version: 4 },
    );
    const { rows } = await branch.call(memberTimeline, { id: somebody, pageSize: 1 });
    expect(rows[0]).toMatchObject({ who: '魏员', reason: expect.stringContaining(`恢复${sort.label}`) });
  });

  test('the history of the person names the changed fields in Chinese', async () => {
    await add(kind);
    const { rows } = await branch.call(memberTimeline, { id: somebody, pageSize: 1 });
    expect(rows[0]).toMatchObject({ action: `新增${sort.label}`, who: '支书' });
    const labels = rows[0].changes.map(({ label }: { label: string }) => label);
    expect(labels).toContain(`${sort.label}：${sort.fields.find(({ required }) => required)?.label}`);
    expect(labels.every((label: string) => label.startsWith(`${sort.label}：`))).toBe(true);
  });

  test('P3 a worker of the neighbouring branch reads and changes nothing, by no call', async () => {
    const id = await add(kind);
    const before = await rowsOf(somebody);
    expect((await sibling.call(calls.list, { memberId: somebody })).code).toBe(404);
    expect((await sibling.call(calls.get, { id })).code).toBe(404);
    expect((await sibling.call(calls.add, { memberId: somebody, ...GOOD[kind] })).code).toBe(404);
    expect((await sibling.call(calls.edit, { id, version: 1, ...GOOD[kind] })).code).toBe(404);
    expect((await sibling.call(calls.remove, { id, deleteReason: '试' })).code).toBe(404);
    expect((await sibling.call(memberRecords, { id: somebody })).code).toBe(404);
    expect(await rowsOf(somebody)).toBe(before);
    expect((await branch.call(calls.get, { id })).data).toMatchObject({ ...GOOD[kind], version: 1 });
  });

  test('a person without office reads the own rows alone and writes none', async () => {
    const own = await branch.call(calls.add, { memberId: self, ...GOOD[kind] });
    const foreign = await add(kind);
    expect((await member.call(calls.get, { id: own.data.id })).data).toMatchObject({
      ...GOOD[kind],
      can: { edit: false, remove: false },
    });
    expect((await member.call(calls.list, { memberId: self })).total).toBeGreaterThan(0);
    expect((await member.call(calls.get, { id: foreign })).code).toBe(404);
    expect((await member.call(calls.list, { memberId: somebody })).code).toBe(404);
    expect((await member.call(calls.remove, { id: own.data.id, deleteReason: '试' })).code).toBe(403);
    expect((await member.call(calls.add, { memberId: self, ...GOOD[kind] })).code).toBe(403);
  });

  test('what lacks, is not in its dictionary, or lies after today is refused at its field and nothing is written', async () => {
    const before = await rowsOf(somebody);
    for (const field of sort.fields.filter(({ made }) => !made)) {
      const wrong: unknown[] = [];
      if (field.required) wrong.push('');
      if (field.kind === 'choice') wrong.push('zz9');
      if (field.kind === 'date') wrong.push('2026-02-30', ...(field.future ? [] : ['2199-01-01']));
      if (field.kind === 'line') wrong.push('长'.repeat((field.max ?? 60) + 1));
      for (const value of wrong) {
        const answer = await branch.call(calls.add, { memberId: somebody, ...GOOD[kind], [field.name]: value });
        expect(answer.code, `${field.name} ${value}`).toBe(600);
        expect(answer.data[field.name] ?? answer.data.fields?.[field.name], `${field.name} ${value}`).toMatch(
          /\p{Script=Han}/u,
        );
      }
    }
    expect(await rowsOf(somebody)).toBe(before);
  });
});

test('all tabs of a person come by one call', async () => {
  for (const { kind } of MEMBER_RECORDS) await add(kind);
  const all = await branch.call(memberRecords, { id: somebody });
  expect(Object.keys(all.data)).toEqual(['extra', ...MEMBER_RECORDS.map(({ kind }) => kind)]);
  for (const { kind } of MEMBER_RECORDS) expect(all.data[kind][0], kind).toMatchObject(GOOD[kind] ?? {});
  expect((await member.call(memberRecords, { id: somebody })).code).toBe(404);
});

test.each([
  [{ type: '1', name: '21' }, 'name', '奖惩名称与奖惩类型不一致'],
  [{ type: '2', name: '21', endsOn: '2021-06-30' }, 'endsOn', '影响期满日期不能早于批准日期'],
  [{ type: '2', name: '24', endsOn: '2022-06-30' }, 'endsOn', '留党察看的期限为一年至二年'],
  [{ type: '3', name: '31', approvedOn: '2024-02-29', endsOn: '2025-03-01' }, 'endsOn', '限期改正最长一年'],
  [{ type: '3', name: '31', endsOn: '' }, 'endsOn', '请填写限期改正的期满日期'],
  [{ type: '1', name: '11', endsOn: '2022-07-01' }, 'endsOn', '表彰奖励没有影响期'],
])('a reward or punishment that contradicts itself is refused: %o', async (given, field, sentence) => {
  const answer = await branch.call(callsOf('rewar').add, { memberId: somebody, ...GOOD.rewar, ...given });
  expect(answer).toMatchObject({ code: 600 });
  expect(JSON.stringify(answer.data)).toContain(`"${field}":"${sentence}"`);
});

test.each([
  ['repr', { stoppedOn: '2023-01-01' }, 'stopReason', '请填写终止原因'],
  ['abroad', { purpose: '5' }, 'membership', '出国（境）定居的应停止党籍'],
  ['entering', { fromOrg: '' }, 'fromOrg', '请填写原所在党支部'],
  ['entering', { joinType: '1' }, 'introducers', '请填写入党介绍人'],
  ['flre', { endedOn: '2022-02-09' }, 'endedOn', '结束日期不能早于流动日期'],
])('%s that contradicts itself is refused: %o', async (kind, given, field, sentence) => {
  const answer = await branch.call(callsOf(kind).add, { memberId: somebody, ...GOOD[kind], ...given });
  expect(answer).toMatchObject({ code: 600 });
  expect(JSON.stringify(answer.data)).toContain(`"${field}":"${sentence}"`);
});

test('a record that is full takes no row back from the bin', async () => {
  const id = t.fixture.members.branchA12?.[0] ?? '';
  const made = await committee.call(callsOf('family').add, { memberId: id, ...GOOD.family });
  await committee.call(callsOf('family').remove, { id: made.data.id, deleteReason: '试' });
  await sql`insert into sub_record (kind, member_id, title, fields)
            select 'family', ${id}, '众人', '{}' from generate_series(1, ${MOST_RECORDS}::int)`.execute(t.db);
  const bring = () => committee.call(restoreRecycled, { kind: 'memberRecord', id: made.data.id, reason: '试' });
  expect((await bring()).code).toBe(400);
  await sql`delete from sub_record where id = (select max(id) from sub_record where title = '众人')`.execute(t.db);
  expect((await bring()).code).toBe(200);
  await sql`delete from sub_record where member_id = ${id}`.execute(t.db);
});

describe('the review of an entry', () => {
  test('is done once, from above; what passes is written into the main record and stays', async () => {
    const id = await add('entering', { joinedOn: '2020-05-07' });
    const seenBy = async (who: Caller) => (await who.call(callsOf('entering').get, { id })).data;
    expect((await seenBy(branch)).can).toMatchObject({ audit: false, remove: true });
    expect((await seenBy(committee)).can).toMatchObject({ audit: true });
    expect(await branch.call(auditEntering, { id, passed: true })).toMatchObject({
      code: 400,
      msg: '进入登记由上级党组织审核',
    });
    expect((await sibling.call(auditEntering, { id, passed: true })).code).toBe(404);
    expect((await committee.call(auditEntering, { id, passed: false })).code).toBe(600);
    expect((await committee.call(auditEntering, { id, passed: true, opinion: '材料齐全' })).code).toBe(200);
    expect(await seenBy(branch)).toMatchObject({
      state: '1',
      stateName: '审核通过',
      auditor: '魏员',
      opinion: '材料齐全',
      can: { remove: false, audit: false },
    });
    const member = await branch.call(getMember, { id: somebody });
    expect(member.data).toMatchObject({ joinType: 2, joinedBranchOn: '2020-05-07' });
    expect((await committee.call(auditEntering, { id, passed: true })).msg).toBe('该进入登记已经审核，不能再次审核');
    expect((await branch.call(callsOf('entering').remove, { id, deleteReason: '试' })).code).toBe(400);
  });

  test('P26 that somebody above has registered is reviewed by somebody else', async () => {
    const made = await committee.call(callsOf('entering').add, { memberId: somebody, ...GOOD.entering });
    const { id } = made.data;
    expect((await committee.call(callsOf('entering').get, { id })).data.can.audit).toBe(false);
    expect((await committee.call(auditEntering, { id, passed: true })).msg).toBe('不能审核本人登记的进入登记');
    const county = await t.as('countyWorker');
    expect((await county.call(auditEntering, { id, passed: false, opinion: '退回' })).code).toBe(200);
  });

  test('that fails leaves the main record as it is', async () => {
    const before = (await branch.call(getMember, { id: somebody })).data;
    const id = await add('entering', { joinedOn: '2019-01-02' });
    expect((await committee.call(auditEntering, { id, passed: false, opinion: '介绍信过期' })).code).toBe(200);
    const after = (await branch.call(getMember, { id: somebody })).data;
    expect([after.joinedBranchOn, after.version]).toEqual([before.joinedBranchOn, before.version]);
  });
});

describe('the further facts', () => {
  test('are one row a person, written first against version 0 and then against what was read', async () => {
    const id = t.fixture.members.branchA11?.find((one) => one !== self && one !== somebody) ?? '';
    expect((await branch.call(getExtra, { id })).data).toMatchObject({ id, version: 0, household: null });
    expect((await branch.call(updateExtra, { id, version: 0, household: '甲县', health: '1' })).data.version).toBe(1);
    expect(await branch.call(updateExtra, { id, version: 0, household: '乙县' })).toMatchObject({ code: 400 });
    expect((await branch.call(updateExtra, { id, version: 1, formerName: '小林' })).data.version).toBe(2);
    expect((await branch.call(getExtra, { id })).data).toMatchObject({
      household: '甲县',
      healthName: '健康或良好',
      formerName: '小林',
    });
    expect((await sibling.call(getExtra, { id })).code).toBe(404);
    expect((await sibling.call(updateExtra, { id, version: 2, household: '丙县' })).code).toBe(404);
    expect((await member.call(getExtra, { id })).code).toBe(404);
    expect((await member.call(getExtra, { id: self })).data).toMatchObject({ version: 0, can: { edit: false } });
  });

  test('twenty who write first at the same time leave one row', async () => {
    const id = t.fixture.members.branchA12?.[0] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => committee.call(updateExtra, { id, version: 0, household: `甲县${n}号` })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rowsOf(id)).toBe(1);
  });
});

test('P57 who is erased from the bin leaves nothing in the tabs, their bin, or the earlier states', async () => {
  const made = await committee.call(createMember, memberForm(790, 'branchA12'));
  const { id } = made.data;
  await committee.call(callsOf('family').add, { memberId: id, ...GOOD.family });
  const second = await committee.call(callsOf('family').add, { memberId: id, ...GOOD.family, name: '周小云' });
  await committee.call(callsOf('family').remove, { id: second.data.id, deleteReason: '试' });
  await committee.call(updateMember, { id, version: 1, residence: '新街九号' });
  await committee.call(removeMember, { id, deleteReason: '试', password: await encrypted(t) });
  // Nothing of somebody who is deleted is read, and the row in the bin waits for its owner.
  expect((await committee.call(memberRecords, { id })).code).toBe(404);
  const bin = await committee.call(listRecycled, { kind: 'memberRecord' });
  expect(bin.rows.map((row: { id: string }) => row.id)).not.toContain(second.data.id);
  const erased = await (await t.as('admin')).call(eraseRecycled, {
    kind: 'member',
    id,
    deleteReason: '试',
    password: await encrypted(t),
  });
  expect(erased.code, erased.text).toBe(200);
  const { rows } = await sql<{ left: string }>`
    select fields::text || title as left from sub_record where member_id = ${id}
    union all select row::text from member_history where member_id = ${id}`.execute(t.db);
  expect(rows).toEqual([{ left: '{}' }, { left: '{}' }]);
});
