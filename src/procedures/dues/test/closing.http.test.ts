import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listClosing, remindClosing } from '#procedures/dues/contract.closing.ts';
import { duesRate } from '#procedures/dues/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

const MONTH = '2026-01';
const rowOf = async (id: string) => {
  const { rows, branches, closed } = (await committee.call(listClosing, { month: MONTH, pageSize: 100 })).result;
  return { row: rows.find((one) => one.id === id), branches, closed };
};
const notices = async () =>
  (
    await sql<{
      remark: string;
    }>`select remark from notice where title = ${`请办理${MONTH}党费结账`} order by id`.execute(t.db)
  ).rows;

test('each branch says what its month lacks, by name of who works there', async () => {
  expect((await rowOf(ORGS.branchA11.id)).row).toMatchObject({
    state: 0,
    stateName: '未开账',
    blocks: [{ sentence: '还没有开账' }],
    workers: expect.arrayContaining(['支书']),
  });
  await sql`insert into dues_month (org_id, month) values (${ORGS.branchA11.id}, ${MONTH})`.execute(t.db);
  await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    select id, org_id, org_code, ${MONTH}, 6, 4568 from member where id = ${t.fixture.principals.member.memberId}`.execute(
    t.db,
  );
  const { row } = await rowOf(ORGS.branchA11.id);
  expect(row).toMatchObject({ state: 1, blocks: [] });
  expect(row?.warns.map(({ sentence }: { sentence: string }) => sentence)).toContain(
    '还有45.68元未缴，结账后记在缴纳的月份',
  );
  const ready = await committee.call(listClosing, { month: MONTH, view: 'ready' });
  expect(ready.rows.map(({ id }: { id: string }) => id)).toEqual([ORGS.branchA11.id]);
});

test('one press reminds whoever has not closed, once in two hours, with what is lacking there', async () => {
  const input = { orgId: ORGS.committeeA1.id, month: MONTH };
  const two = await Promise.all([committee.call(remindClosing, input), committee.call(remindClosing, input)]);
  const reminded = two.map(({ data, text }) => data?.reminded ?? text).sort();
  expect(reminded[0]).toBe(0);
  expect(reminded[1]).toBeGreaterThan(0);
  expect((await notices()).map(({ remark }) => remark)).toContainEqual(expect.stringContaining('45.68元未缴'));
  const before = (await notices()).length;
  await sql`update dues_closing_reminder set reminded_at = now() - interval '3 hours'`.execute(t.db);
  expect((await committee.call(remindClosing, input)).data.reminded).toBe(reminded[1]);
  expect((await notices()).length).toBeGreaterThan(before);
  await sql`update dues_month set state = 2 where org_id = ${ORGS.branchA11.id} and month = ${MONTH}`.execute(t.db);
  expect((await rowOf(ORGS.branchA11.id)).row).toMatchObject({ state: 2, blocks: [], warns: [] });
});

test('a month that is not over, a foreign place and a member are refused', async () => {
  const soon = await committee.call(remindClosing, { orgId: ORGS.committeeA1.id, month: '2099-01' });
  expect(soon.data.fields).toMatchObject({ month: '月份结束以后才提醒结账' });
  expect((await committee.call(remindClosing, { orgId: ORGS.branchB11.id, month: MONTH })).code).toBe(404);
  expect((await (await t.as('member')).call(listClosing, {})).code).toBe(403);
});

test('the home has what was due and paid by month, of the own scope', async () => {
  const month = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 7);
  await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    select id, org_id, org_code, ${month}, 6, 3000 from member where id = ${t.fixture.principals.member.memberId}`.execute(
    t.db,
  );
  const own = (await committee.call(duesRate, {})).data as { month: string; due: number; paid: number }[];
  expect(own.find((one) => one.month === month)).toEqual({ month, due: 3000, paid: 0 });
  expect((await (await t.as('siblingWorker')).call(duesRate, {})).data).toEqual([]);
});
