import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revealForPrint } from '#modules/member/contract.print.ts';
import { revealMember } from '#modules/member/contract.reveal.ts';
import { createMember, memberTimeline } from '#modules/member/contract.ts';
import { memberModule } from '#modules/member/server/routes.ts';
import { exportsOf } from '#platform/server/exportMark.ts';
import { everything } from '#platform/server/scope.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { memberForm } from './factory.ts';

let t: TestApp;
let branch: Caller;
let ids: string[];
let elsewhere: string;
beforeAll(async () => {
  t = await startTestApp({ modules: [memberModule] });
  branch = await t.as('branchWorker');
  const committee = await t.as('committeeWorker');
  const add = async (number: number, org: 'branchA11' | 'branchA12') =>
    (await committee.call(createMember, memberForm(number, org))).data.id as string;
  ids = [await add(701, 'branchA11'), await add(702, 'branchA11')];
  elsewhere = await add(703, 'branchA12');
});
afterAll(() => t.close());

const ask = { form: 'collect', reason: '上报县委组织部' } as const;
const marks = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from export_mark`.execute(t.db)).rows[0]?.n;

test('P55 P56 full numbers of several are given to print, each with the reason in the own history and one number on all', async () => {
  const { data, code, text } = await branch.call(revealForPrint, { ids, ...ask }, { ip: '10.7.3.27' });
  expect(code, text).toBe(200);
  expect(data.people).toEqual([
    { id: ids[0], idCardNo: testIdCard(701), phonenumber: '18900010701' },
    { id: ids[1], idCardNo: testIdCard(702), phonenumber: '18900010702' },
  ]);
  expect(data.mark).toMatch(/^导出人：支书.*来源尾号 3\.27.*导出编号 .*用途：上报县委组织部$/);
  const [, number = ''] = /导出编号 (\S+)/.exec(data.mark) ?? [];
  expect(await exportsOf(t.db, everything, [number.replace('-', '')])).toMatchObject([
    { account_name: '支书', title: '打印党员信息采集表', purpose: '上报县委组织部' },
  ]);
  for (const id of ids) {
    expect((await branch.call(memberTimeline, { id })).rows[0]).toMatchObject({
      action: '打印完整证件号和手机号',
      who: '支书',
      reason: '打印党员信息采集表：上报县委组织部',
    });
  }
});

test('one who is elsewhere, nobody, too many or no reason refuses the whole call and leaves no number', async () => {
  const before = await marks();
  expect((await branch.call(revealForPrint, { ids: [...ids, elsewhere], ...ask })).code).toBe(404);
  expect((await branch.call(revealForPrint, { ids: [], ...ask })).code).toBe(600);
  expect((await branch.call(revealForPrint, { ids, ...ask, reason: ' ' })).data.fields).toEqual({
    reason: '请输入打印用途',
  });
  const many = Array.from({ length: 51 }, (_, n) => String(n + 1));
  expect((await branch.call(revealForPrint, { ids: many, ...ask })).data.fields.ids).toBe('一次最多50人');
  expect((await (await t.as('member')).call(revealForPrint, { ids, ...ask })).code).toBe(403);
  expect((await (await t.as('siblingWorker')).call(revealForPrint, { ids, ...ask })).code).toBe(404);
  expect(await marks()).toBe(before);
});

test('P53 every person of a print run counts as one of the day’s views', async () => {
  const worker = await t.as('committeeWorker');
  await sql`delete from rate_window`.execute(t.db);
  expect((await worker.call(revealForPrint, { ids, ...ask })).code).toBe(200);
  await sql`update rate_window set hits = 198 where bucket like ${`${revealMember.path}:%`} and hits = 2`.execute(t.db);
  expect((await worker.call(revealForPrint, { ids, ...ask })).code).toBe(200);
  const before = await marks();
  expect((await worker.call(revealForPrint, { ids: ids.slice(1), ...ask })).status).toBe(429);
  expect((await worker.call(revealMember, { id: ids[0] ?? '', field: 'idCardNo', reason: '核对' })).status).toBe(429);
  expect(await marks()).toBe(before);
});
