import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepTable, listTables, listViews, removeView, saveView, type TableMemory } from '#platform/lists/listCalls.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let branch: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  member = await t.as('member');
});
afterAll(() => t.close());

const page = '/affairs/member';
const tableOf = async (caller: Caller, of = page) =>
  ((await caller.call(listTables, {})).data as { page: string; memory: TableMemory }[]).find((one) => one.page === of)
    ?.memory;

test('saved views are the own ones and those shared in the organisation', async () => {
  const mine = (await branch.call(saveView, { page, name: '预备期将满', query: 'view=probationDue' })).data.id;
  const shared = (await branch.call(saveView, { page, name: '流动党员', query: 'view=floating', shared: true })).data
    .id;
  expect((await branch.call(listViews, { page })).data).toHaveLength(2);
  expect((await branch.call(listViews, { page: '/affairs/organization' })).data).toEqual([]);
  expect((await member.call(listViews, { page })).data).toEqual([
    { id: shared, name: '流动党员', query: 'view=floating', shared: true, mine: false },
  ]);
  expect((await (await t.as('siblingWorker')).call(listViews, { page })).data).toEqual([]);
  expect((await member.call(saveView, { page, name: '甲', query: '', shared: true })).code).toBe(403);
  expect((await member.call(removeView, { id: shared })).code).toBe(404);
  expect((await branch.call(removeView, { id: mine })).code).toBe(200);
  expect((await branch.call(listViews, { page })).data).toHaveLength(1);
});

test('a list is kept for the account alone, in whatever session', async () => {
  const memory = {
    columns: { order: ['name', 'age'], hidden: ['phonenumber'], widths: { name: 140 } },
    sort: 'age',
    order: 'desc' as const,
    pageNum: 3,
    pageSize: 50,
  };
  expect((await branch.call(keepTable, { page, memory })).code).toBe(200);
  expect(await tableOf(await t.as('branchWorker'))).toEqual(memory);
  expect(await tableOf(member)).toBeUndefined();

  expect((await branch.call(keepTable, { page, memory: { pageSize: 100 } })).code).toBe(200);
  expect((await branch.call(keepTable, { page: '/affairs/company', memory: { pageSize: 20 } })).code).toBe(200);
  expect(await tableOf(branch)).toEqual({ pageSize: 100 });
  expect((await branch.call(keepTable, { page, memory: {} })).code).toBe(200);
  expect(await tableOf(branch)).toBeUndefined();
  expect(await tableOf(branch, '/affairs/company')).toEqual({ pageSize: 20 });
});

test('the tabs that were pinned are kept for the account and its role, also when there are none left', async () => {
  const menu = 'menu/3';
  const pins = ['/affairs/member', '/affairs/dues?tab=payments', '/service/volunteer/member/7'];
  expect((await branch.call(keepTable, { page: menu, memory: { pins } })).code).toBe(200);
  expect(await tableOf(await t.as('branchWorker'), menu)).toEqual({ pins });
  expect(await tableOf(member, menu)).toBeUndefined();
  expect((await branch.call(keepTable, { page: menu, memory: { pins: [] } })).code).toBe(200);
  expect(await tableOf(branch, menu)).toEqual({ pins: [] });
  for (const bad of [['https://a.example/'], ['/affairs/member?name=张三'], Array(9).fill('/affairs/member')])
    expect((await branch.call(keepTable, { page: menu, memory: { pins: bad } })).code).toBe(600);
});

test('what is no arrangement of columns is refused and changes nothing', async () => {
  await branch.call(keepTable, { page, memory: { pageSize: 50 } });
  const columns = { order: ['name'], hidden: [], widths: {} };
  const bad = [
    { pageSize: 201 },
    { pageNum: 1 },
    { order: 'asc' },
    { keyWords: '张三' },
    { columns: { ...columns, widths: { name: 9000 } } },
    { columns: { ...columns, order: ["name'; drop"] } },
    { columns: { ...columns, order: Array.from({ length: 81 }, (_, n) => `c${n}`) } },
  ];
  for (const memory of bad)
    expect([memory, (await branch.call(keepTable, { page, memory: memory as never })).code]).toEqual([memory, 600]);
  expect(await tableOf(branch)).toEqual({ pageSize: 50 });
});

test('an account keeps so many lists and no more', async () => {
  await sql`insert into list_memory (account_id, page, memory)
    select ${t.fixture.principals.member.accountId}, 'p' || n, '{}' from generate_series(1, 300) as n`.execute(t.db);
  expect((await member.call(keepTable, { page, memory: { pageSize: 50 } })).code).toBe(400);
  expect((await member.call(keepTable, { page: 'p7', memory: { pageSize: 50 } })).code).toBe(200);
  expect(await tableOf(member, 'p7')).toEqual({ pageSize: 50 });
});

test('of many views that are saved at once no more than the most are kept', async () => {
  const save = (name: string) => branch.call(saveView, { page: '/affairs/organization', name, query: 'view=a' });
  for (let n = 0; n < 28; n++) await save(`视图${n}`);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => save(`同时${n}`)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
  expect(answers.find(({ code }) => code !== 200)?.msg).toBe('每页最多保存 30 个视图');
  expect((await branch.call(listViews, { page: '/affairs/organization' })).data).toHaveLength(30);
});
