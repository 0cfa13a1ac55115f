import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addFamily, memberRecords } from '#people/member/contract.records.ts';
import { memberTimeline } from '#people/member/contract.ts';
import { MOST_ADDED } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let branch: Caller;
let sibling: Caller;
let member: Caller;
let ownerId: string;
beforeAll(async () => {
  t = await startTestApp();
  [branch, sibling, member] = await Promise.all([t.as('branchWorker'), t.as('siblingWorker'), t.as('member')]);
  ownerId = t.fixture.members.branchA11?.find((id) => id !== t.fixture.principals.member.memberId) ?? '';
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from sub_record where member_id = ${ownerId}`.execute(t.db);
});

const wife = { relation: '1', name: '黄秀英', birthDate: '1975-02-03' };
const son = { relation: '2', name: '谈小川', workUnit: '渡口小学' };
const family = async () => (await branch.call(memberRecords, { id: ownerId })).data.family;

test('rows are added together, each with its line in the history', async () => {
  const added = await branch.call(addFamily, { ownerId, rows: [wife, son] });
  expect(added.code, added.text).toBe(200);
  expect((await family())?.map(({ id }: { id: string }) => id).sort()).toEqual([...added.data.ids].sort());
  const told = JSON.stringify((await branch.call(memberTimeline, { id: ownerId })).rows);
  expect(told).toContain('黄秀英');
  expect(told).toContain('谈小川');
});

test('one wrong row keeps all out; every fault stands at its row and field', async () => {
  const wrong = await branch.call(addFamily, {
    ownerId,
    rows: [wife, { ...son, birthDate: '2030-01-01' }, { relation: '99', name: '某人' }],
  });
  expect(wrong.code).toBe(600);
  expect(wrong.data.fields).toEqual({
    'rows.1.birthDate': '出生日期不能晚于今天',
    'rows.2.relation': '请选择称谓',
  });
  expect(await family()).toEqual([]);
  const nameless = await branch.call(addFamily, { ownerId, rows: [wife, { relation: '2', name: '' }] });
  expect(Object.keys(nameless.data.fields)).toEqual(['rows.1.name']);
  expect((await branch.call(addFamily, { ownerId, rows: [] })).code).toBe(600);
  const many = Array.from({ length: MOST_ADDED + 1 }, () => son);
  expect((await branch.call(addFamily, { ownerId, rows: many })).code).toBe(600);
  expect(await family()).toEqual([]);
});

test('another branch does not find the person, and whoever may not write is refused', async () => {
  expect((await sibling.call(addFamily, { ownerId, rows: [wife] })).code).toBe(404);
  expect((await member.call(addFamily, { ownerId, rows: [wife] })).code).not.toBe(200);
  expect(await family()).toEqual([]);
});
