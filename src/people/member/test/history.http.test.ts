import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHistory, listHistory, restoreHistory } from '#people/member/contract.history.ts';
import { createMember, getMember, listMembers, memberTimeline, updateMember } from '#people/member/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { memberForm } from './factory.ts';

let t: TestApp;
let branch: Caller;
let sibling: Caller;
let member: Caller;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  const made = await branch.call(createMember, memberForm(701, 'branchA11', { residence: '旧街' }));
  id = made.data.id;
  await branch.call(updateMember, { id, version: 1, residence: '新街', education: '14' });
  await branch.call(updateMember, { id, version: 2, phonenumber: '18900017777' });
});
afterAll(() => t.close());

test('every version that is past stands in the history, with what stood in it and what stands now', async () => {
  const list = await branch.call(listHistory, { memberId: id });
  expect(list).toMatchObject({ total: 2 });
  expect(list.rows.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  const first = list.rows[1];
  expect(first.to).toBe(list.rows[0].from);
  const read = await branch.call(getHistory, { id: first.id, reason: '1' });
  const field = (name: string) => read.data.fields.find((one: { field: string }) => one.field === name);
  expect(field('residence')).toMatchObject({ label: '现居住地', value: '旧街', now: '新街' });
  expect(field('education')).toMatchObject({ value: '大学本科毕业', now: '硕士研究生' });
  expect(field('phonenumber')).toMatchObject({ value: '189****0701', now: '189****7777' });
  expect(field('orgId')).toMatchObject({ value: '城关镇第一党支部', now: '城关镇第一党支部' });
  expect(read.data).toMatchObject({ version: 1, reasonName: '核对档案信息' });
});

test('P54 the history keeps no personal value, encrypted or open', async () => {
  const { rows } = await sql<{ row: string }>`select row::text from member_history where member_id = ${id}`.execute(
    t.db,
  );
  expect(rows).toHaveLength(2);
  for (const { row } of rows) {
    expect(row).not.toMatch(/id_card_enc|id_card_index|phone_enc|phone_index|name_grams/);
    expect(row).not.toContain('18900010701');
  }
});

test('a look wants a reason of the dictionary, and stands in the person’s own history', async () => {
  const [version] = (await branch.call(listHistory, { memberId: id })).rows;
  expect((await branch.call(getHistory, { id: version.id, reason: '77' })).code).toBe(600);
  expect((await branch.call(getHistory, { id: version.id, reason: '2' })).code).toBe(200);
  const { rows } = await branch.call(memberTimeline, { id, pageSize: 1 });
  expect(rows[0]).toMatchObject({ action: '查看历史信息', reason: '第2版：办理组织关系' });
});

test('P3 a neighbouring branch and people without office read no earlier state', async () => {
  const [version] = (await branch.call(listHistory, { memberId: id })).rows;
  expect((await sibling.call(listHistory, { memberId: id })).code).toBe(404);
  expect((await sibling.call(getHistory, { id: version.id, reason: '1' })).code).toBe(404);
  expect((await member.call(getHistory, { id: version.id, reason: '1' })).code).toBe(403);
  expect((await branch.call(getMember, { id })).data.version).toBe(3);
});

test('chosen fields go back to an earlier state as a new version, with counters and a line; others stay', async () => {
  const incomplete = async () =>
    (await branch.call(listMembers, { view: 'incomplete', pageSize: 200 })).rows.some((row) => row.id === id);
  const [, first] = (await branch.call(listHistory, { memberId: id })).rows;
  const read = await branch.call(getHistory, { id: first.id, reason: '1' });
  expect(
    read.data.fields
      .filter((one: { restorable: boolean }) => one.restorable)
      .map((one: { field: string }) => one.field),
  ).toEqual(['education', 'residence']);
  await branch.call(updateMember, { id, version: 3, residence: '' });
  expect(await incomplete()).toBe(true);
  const ask = { id: first.id, version: 4, fields: ['residence'], reason: '误改' };
  expect((await branch.call(restoreHistory, { ...ask, version: 3 })).data).toMatchObject({ conflict: true });
  expect((await branch.call(restoreHistory, { ...ask, reason: '' })).code).toBe(600);
  for (const field of [
    'idCardNo',
    'personCategory',
    'membershipStatus',
    'phonenumber',
    'orgId',
    'birthDate',
    'admissionDate',
  ]) {
    expect((await branch.call(restoreHistory, { ...ask, fields: [field] })).code, field).toBe(400);
  }
  expect((await sibling.call(restoreHistory, ask)).code).toBe(404);
  expect((await member.call(restoreHistory, ask)).code).toBe(403);
  expect((await branch.call(restoreHistory, ask)).data).toEqual({ version: 5 });
  expect(await incomplete()).toBe(false);
  expect((await branch.call(getMember, { id })).data).toMatchObject({
    residence: '旧街',
    educationName: '硕士研究生',
    phonenumber: '189****7777',
  });
  expect((await branch.call(memberTimeline, { id })).rows[0]).toMatchObject({
    action: '恢复历史信息',
    reason: '恢复到第1版：误改',
    changes: [{ label: '现居住地', before: '', after: '旧街' }],
  });
  expect((await branch.call(restoreHistory, { ...ask, version: 5 })).msg).toBe('所选项目与现在相同');
});
