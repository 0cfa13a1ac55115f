import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urgePreview } from '#kernel/message/contract.urge.ts';
import { homeWarnings, listBreaches } from '#overview/home/contract.ts';
import {
  askAllocation,
  askHandup,
  decideHandup,
  handupBelow,
  handupStanding,
  listHandups,
  setRatio,
  withdrawHandup,
} from '#procedures/dues/contract.handup.ts';
import { closingCheck, depositCash } from '#procedures/dues/contract.month.ts';
import { collectedToday, handIn } from '#procedures/dues/contract.pay.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { writeDuesTodos } from '#procedures/dues/server/queries/todos.ts';
import { refreshDuesTodos } from '#procedures/dues/server/todos.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let county: Caller;
let today: string;
let year: number;
const A11 = ORGS.branchA11;
const A1 = ORGS.committeeA1;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, county] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('countyWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  year = Number(today.slice(0, 4));
  // One person of the branch pays 100.00 of this month, and 1,500.00 beyond it: 大额党费.
  const { rows: bills } = await sql<{ id: string }>`
    insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    values (${t.fixture.members.branchA11?.[0]}, ${A11.id}, ${A11.code}, ${today.slice(0, 7)}, 1, 10000) returning id`.execute(
    t.db,
  );
  const paid = await branch.call(handIn, {
    billIds: [bills[0]?.id ?? ''],
    total: 160_000,
    extra: 150_000,
    paidOn: today,
  });
  expect(paid.code, paid.text).toBe(200);
});
afterAll(() => t.close());

const balances = async (orgId: string) =>
  Object.fromEntries(
    (
      await sql<{ account: string; sum: string }>`
        select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
         where v.org_id = ${orgId} group by 1 having sum(e.amount) <> 0`.execute(t.db)
    ).rows.map(({ account, sum }) => [account, Number(sum)]),
  );
const ask = (more: object = {}) =>
  branch.call(askHandup, { orgId: A11.id, kind: 1, year, amount: 10_000, paidOn: today, slip: 'H1', ...more });
const standing = async (who = branch, orgId: string = A11.id) => (await who.call(handupStanding, { orgId, year })).data;
test('whoever takes cash sees what it has taken today, and nobody else does', async () => {
  expect((await branch.call(collectedToday, {})).data).toEqual({ receipts: 1, people: 1, amount: 160_000 });
  expect((await committee.call(collectedToday, {})).data).toEqual({ receipts: 0, people: 0, amount: 0 });
  expect((await (await t.as('member')).call(collectedToday, {})).code).toBe(403);
});

const versionOf = async (id: string) =>
  (await branch.call(listHandups, {})).rows.find((row) => row.id === id)?.version ?? 0;

test('what a branch hands up is booked at both ends when the committee says that it came, and once', async () => {
  expect(await standing()).toMatchObject({
    superior: A1.name,
    received: 10_000,
    ratio: 10_000,
    due: 10_000,
    remaining: 10_000,
    large: 150_000,
    cash: 160_000,
    bank: 0,
  });
  expect((await ask()).data.fields.amount).toBe('账上银行只有0.00元');
  const deposit = { orgId: A11.id, amount: 155_000, paidOn: today, slip: 'S1' };
  expect((await branch.call(depositCash, deposit)).code).toBe(200);
  expect((await ask({ slip: '' })).data.fields.slip).toBe('转账请填写回单编号');
  expect((await ask({ year: year - 2 })).data.fields.year).toContain('今年或去年');
  const made = await ask();
  expect(made.data, made.text).toMatchObject({ toOrgName: A1.name });
  const { id } = made.data;
  // Nothing is booked yet, and nothing of it can be handed up twice.
  expect(await standing()).toMatchObject({ pending: 10_000, remaining: 0, bank: 145_000 });
  const close = await committee.call(closingCheck, { orgId: A11.id, month: today.slice(0, 7) });
  if (close.code === 200) expect(close.text).toContain('上缴');
  expect((await branch.call(decideHandup, { id, version: 1, agree: true })).msg).toContain(A1.name);
  expect((await (await t.as('siblingWorker')).call(decideHandup, { id, version: 1, agree: true })).code).toBe(404);
  const { rows: todo } = await sql<{ title: string; org: string }>`
    select title, org_id as org from todo where subject = ${`duesHandup:${id}`} and done_at is null`.execute(t.db);
  expect(todo).toEqual([{ title: `${A11.name}上缴党费100.00元`, org: A1.id }]);
  const two = await Promise.all([1, 2].map(() => committee.call(decideHandup, { id, version: 1, agree: true })));
  expect(two.map(({ code }) => code).sort(), two.map(({ text }) => text).join()).toEqual([200, 400]);
  expect(await balances(A11.id)).toEqual({
    现金: 5_000,
    银行: 145_000,
    党费收入: -10_000,
    大额党费: -150_000,
    应上缴: 10_000,
  });
  expect(await balances(A1.id)).toEqual({ 银行: 10_000, 下级上缴: -10_000 });
  expect(await standing()).toMatchObject({ handed: 10_000, pending: 0, remaining: 0 });
});

test('大额党费 goes up whole, cash as cash; what is sent back says why, what is withdrawn is gone', async () => {
  expect((await ask({ kind: 2, amount: 100_000 })).data.fields.amount).toContain('应为1500.00元');
  const cash = await ask({ inCash: true, slip: '', amount: 5_000 });
  expect(cash.code, cash.text).toBe(200);
  expect((await committee.call(decideHandup, { id: cash.data.id, version: 1, agree: false })).data.fields.opinion).toBe(
    '退回请写明原因',
  );
  const back = await committee.call(decideHandup, { id: cash.data.id, version: 1, agree: false, opinion: '没有收到' });
  expect(back.code, back.text).toBe(200);
  const again = await ask({ inCash: true, slip: '', amount: 5_000 });
  expect((await committee.call(withdrawHandup, { id: again.data.id, version: 1 })).code).toBe(400);
  expect((await branch.call(withdrawHandup, { id: again.data.id, version: 1 })).code).toBe(200);
  expect((await committee.call(decideHandup, { id: again.data.id, version: 2, agree: true })).msg).toContain(
    '已被处理',
  );
  // A worker of the county deposits the rest and the whole sum goes up, to the county then by the same way.
  await branch.call(depositCash, { orgId: A11.id, amount: 5_000, paidOn: today, slip: 'S2' });
  const large = await ask({ kind: 2, amount: 150_000, slip: 'H2' });
  expect((await committee.call(decideHandup, { id: large.data.id, version: 1, agree: true })).code, large.text).toBe(
    200,
  );
  expect(await balances(A11.id)).toEqual({ 党费收入: -10_000, 应上缴: 10_000 });
  expect(await balances(A1.id)).toEqual({ 银行: 160_000, 下级上缴: -10_000, 大额党费: -150_000 });
  const { rows } = await branch.call(listHandups, { state: 'returned' });
  expect(rows).toEqual([expect.objectContaining({ opinion: '没有收到', decidedBy: '魏员' })]);
});

test('the committee above sets the ratio; a committee without one is told so and hands up by it afterwards', async () => {
  expect(await standing(committee, A1.id)).toMatchObject({
    received: 10_000,
    ratio: null,
    due: null,
    superior: ORGS.countyA.name,
  });
  const below = await county.call(handupBelow, { orgId: ORGS.countyA.id });
  const row = below.rows.find(({ orgId }) => orgId === A1.id);
  expect(row, below.text).toMatchObject({ ratio: null, remaining: null, ratioVersion: 0, can: { ratio: true } });
  expect(below.rows.map(({ orgId }) => orgId)).not.toContain(A11.id);
  const set = { orgId: A1.id, year, ratio: 3_750, version: 0 };
  expect((await committee.call(setRatio, set)).msg).toContain('由上级党委设置');
  expect((await county.call(setRatio, { ...set, ratio: 10_001 })).data.fields.ratio).toContain('100%');
  const both = await Promise.all([county.call(setRatio, set), county.call(setRatio, set)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(await standing(committee, A1.id)).toMatchObject({ ratio: 3_750, due: 3_750, remaining: 3_750 });
  const open = await county.call(handupBelow, { orgId: ORGS.countyA.id, state: 'open' });
  expect(open.rows.map(({ orgId }) => orgId)).toContain(A1.id);
  expect((await branch.call(handupStanding, { orgId: A1.id, year })).code).toBe(404);
  expect((await (await t.as('member')).call(listHandups, {})).code).toBe(403);
});

test('money is handed down for one of the five uses, by the committee one level above and no further than it has', async () => {
  const want = { orgId: A11.id, amount: 6_000, purpose: 4, note: '支委会研究，慰问困难党员2名' };
  expect(Object.keys((await branch.call(askAllocation, { ...want, purpose: 6, note: '' })).data.fields).sort()).toEqual(
    ['note', 'purpose'],
  );
  const [small, big] = [
    await branch.call(askAllocation, want),
    await branch.call(askAllocation, { ...want, amount: 900_000_00 }),
  ];
  const agree = { version: 1, agree: true, paidOn: today, slip: 'X1' };
  expect((await committee.call(decideHandup, { ...agree, id: small.data.id, slip: '' })).data.fields.slip).toContain(
    '回单',
  );
  expect((await committee.call(decideHandup, { ...agree, id: big.data.id })).msg).toContain('账上银行只有1600.00元');
  expect((await committee.call(decideHandup, { ...agree, id: small.data.id })).code).toBe(200);
  expect(await balances(A11.id)).toMatchObject({ 银行: 6_000, 上级下拨: -6_000 });
  expect(await balances(A1.id)).toMatchObject({ 银行: 154_000, 下拨: 6_000 });
  const { rows } = await committee.call(listHandups, { orgId: A11.id, kind: 3 });
  expect(rows.find(({ id }) => id === small.data.id)).toMatchObject({
    basis: '补助生活困难的党员',
    paidOn: today,
    slip: 'X1',
  });
  expect(await versionOf(small.data.id)).toBe(2);
  const { rows: off } = await sql<{ n: number }>`select count(*)::int as n from (
    select voucher_id from dues_entry group by 1 having sum(amount) <> 0) off`.execute(t.db);
  expect(off[0]?.n).toBe(0);
});

test('the branch is asked to hand up, the committees to remind it, and both hear of three and six months unpaid', async () => {
  const current = today.slice(0, 7);
  const last = addMonths(current, -1);
  await sql`insert into dues_payment (org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
    values (${ORGS.branchA12.id}, ${ORGS.branchA12.code}, 1, 2000, ${`${last}-05`}, ${last}, 2001, 1)`.execute(t.db);
  const [, three, two] = t.fixture.members.branchA12 ?? [];
  for (const [who, n] of [
    [t.fixture.members.branchA12?.[0], 6],
    [three, 3],
    [two, 2],
  ] as const)
    for (let back = 1; back <= n; back++)
      await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
        values (${who}, ${ORGS.branchA12.id}, ${ORGS.branchA12.code}, ${addMonths(current, -back)}, 1, 1000)`.execute(
        t.db,
      );
  const open = async (org: string) =>
    (
      await sql<{
        title: string;
      }>`select title from todo where org_id = ${org} and module = '党费管理' and done_at is null
        and split_part(subject, ':', 1) <> 'duesHandup' order by subject`.execute(t.db)
    ).rows.map(({ title }) => title);
  await refreshDuesTodos(t.services);
  const month = `${Number(last.slice(5))}月`;
  expect(await open(ORGS.branchA12.id)).toEqual([
    '查明原因：1名党员连续6个月未缴党费',
    '提醒谈话：1名党员连续3个月未缴党费',
    `上缴${month}党费`,
  ]);
  expect(await open(A1.id)).toEqual(['督促查明原因：1名党员连续6个月未缴党费', `催缴${month}党费：1个支部尚未上缴`]);
  const warnings = await committee.call(homeWarnings, {});
  expect(
    warnings.data.find(({ code }: { code: string }) => code === 'duesNotHandedUp'),
    warnings.text,
  ).toMatchObject({ count: 1 });
  const breaches = await committee.call(listBreaches, { code: 'duesNotHandedUp' });
  expect(breaches.rows).toEqual([
    expect.objectContaining({ title: ORGS.branchA12.name, detail: `${last}收到20.00元` }),
  ]);
  const low = await committee.call(listBreaches, { code: 'duesLowRate' });
  expect(low.rows).toEqual([
    expect.objectContaining({ title: ORGS.branchA12.name, detail: `${last}收缴率0%，欠缴30.00元` }),
  ]);
  expect(warnings.data.find(({ code }: { code: string }) => code === 'duesLowRate')).toMatchObject({ count: 1 });
  for (const code of ['duesNotHandedUp', 'duesLowRate', 'duesSixMonths', 'duesThreeMonths', 'duesUnopened'])
    expect((await committee.call(urgePreview, { code })).data.orgs, code).toBeGreaterThan(0);
  // Handed up and paid: nothing is left to do.
  await sql`insert into dues_handup (kind, org_id, org_code, to_org_id, year, amount, paid_on, asked_by)
    values (1, ${ORGS.branchA12.id}, ${ORGS.branchA12.code}, ${A1.id}, ${year}, 2000, ${today}, ${t.fixture.principals.cityWorker.accountId})`.execute(
    t.db,
  );
  await sql`update dues_bill set state = 4 where org_id = ${ORGS.branchA12.id}`.execute(t.db);
  await refreshDuesTodos(t.services);
  expect([await open(ORGS.branchA12.id), await open(A1.id)]).toEqual([[], []]);
});

test("a committee with a ratio is told to hand up the year's dues by 30 April, until it has", async () => {
  const told = async () =>
    (
      await sql<{ title: string; due: string; org: string }>`
        select title, due_on::text as due, org_id as org from todo where subject like 'duesYear:%' and done_at is null`.execute(
        t.db,
      )
    ).rows;
  await refreshDuesTodos(t.services);
  expect(await told()).toEqual([]);
  await sql`insert into dues_ratio (org_id, year, ratio) values (${A1.id}, ${year - 1}, 5000)`.execute(t.db);
  await sql`with v as (insert into dues_voucher (org_id, org_code, month, kind, summary, created_by)
      values (${A1.id}, ${A1.code}, ${`${year - 1}-12`}, 'interest', '利息', '试') returning id)
    insert into dues_entry (voucher_id, account, amount)
    select v.id, a.account, a.amount from v, (values ('利息', -1000), ('银行', 1000)) as a (account, amount)`.execute(
    t.db,
  );
  await refreshDuesTodos(t.services);
  expect(await told()).toEqual([{ title: `上缴${year - 1}年党费，4月30日前`, due: `${year}-04-30`, org: A1.id }]);
  // A province hands up to the Centre, which stands on no platform: it is told until the day.
  const { name } = ORGS.city;
  await sql`update organisation set name = '中共荆江省委员会' where id = ${ORGS.city.id}`.execute(t.db);
  const toCentre = async (current: string) => {
    await writeDuesTodos(t.db, current);
    return (await told()).filter(({ org }) => org === ORGS.city.id);
  };
  expect(await toCentre(`${year}-04`)).toMatchObject([
    { title: `向中央上缴${year - 1}年党费，4月30日前`, due: `${year}-04-30` },
  ]);
  expect(await toCentre(`${year}-05`)).toEqual([]);
  await sql`update organisation set name = ${name} where id = ${ORGS.city.id}`.execute(t.db);
  await sql`update dues_ratio set ratio = 0 where org_id = ${A1.id} and year = ${year - 1}`.execute(t.db);
  await refreshDuesTodos(t.services);
  expect(await told()).toEqual([]);
});
