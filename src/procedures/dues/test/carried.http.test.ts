import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homeWarnings } from '#overview/home/contract.ts';
import { mergePair, undoMerge } from '#people/member/contract.duplicates.ts';
import { detail, pairWith, scan } from '#people/member/test/duplicatePeople.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { getChange } from '#people/org/contract.changes.ts';
import { operate, prepare, takeBack } from '#people/org/test/changeSupport.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { askHandup, decideHandup } from '#procedures/dues/contract.handup.ts';
import { depositCash, listMonths, listVouchers } from '#procedures/dues/contract.month.ts';
import { askRefund, decideRefund, handIn, listPayments } from '#procedures/dues/contract.pay.ts';
import { setStandard } from '#procedures/dues/contract.standard.ts';
import { openMonth } from '#procedures/dues/contract.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Worker;
let branch: Caller;
let county: Caller;
let month: string;
let today: string;
let people: { id: string; name: string }[];
const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];

beforeEach(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  [branch, county] = [await t.as('branchWorker'), await t.as('countyWorker')];
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(
    t.db,
  );
  today = rows[0]?.day ?? '';
  month = today.slice(0, 7);
  people = (
    await sql<{ id: string; name: string }>`
      select id, name from member where org_id = ${A11.id} and person_category in (1, 2) and membership_status = 1
         and deleted_at is null order by id limit 2`.execute(t.db)
  ).rows;
  for (const { id } of people)
    await branch.call(setStandard, { memberId: id, fromMonth: addMonths(month, -1), payer: 1, base: 400_000 });
  for (const which of [addMonths(month, -1), month])
    await jobEnds(branch, (await branch.call(openMonth, { orgId: A11.id, month: which })).data.jobId);
});
afterEach(async () => {
  await worker.stop();
  await t.close();
});

const billsOf = async (id: string) =>
  (
    await sql<{ id: string; month: string; state: number; amount: string; org_id: string }>`
      select id, month, state, amount::text, org_id from dues_bill where member_id = ${id} order by month, id`.execute(
      t.db,
    )
  ).rows;
const pay = async (ids: (string | undefined)[], total: number) => {
  const paid = await branch.call(handIn, { billIds: ids.map((id) => id ?? ''), total, paidOn: today });
  expect(paid.code, paid.text).toBe(200);
};
const balances = async (orgId: string) =>
  Object.fromEntries(
    (
      await sql<{ account: string; sum: string }>`
        select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
         where v.org_id = ${orgId} group by e.account having sum(e.amount) <> 0`.execute(t.db)
    ).rows.map(({ account, sum }) => [account, Number(sum)]),
  );

test('a branch that is merged leaves its money and what is owed to the other one by vouchers, and gets them back', async () => {
  const [first] = await billsOf(people[0]?.id ?? '');
  await pay([first?.id], 4000);
  const change = await prepare(county, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  expect(change.belongings).toContainEqual({ what: '有余额的党费账', amount: '1本', from: A11.name, to: A12.name });
  expect(change.belongings).toContainEqual({ what: '未缴的党费', amount: '3笔', from: A11.name, to: A12.name });
  expect((await operate(county, change)).code).toBe(200);
  expect(await balances(A11.id)).toEqual({});
  expect(await balances(A12.id)).toEqual({ 现金: 4000, 党费收入: -4000 });
  const vouchers = await county.call(listVouchers, { orgId: A12.id, month });
  expect(vouchers.rows[0]?.summary).toBe(`${A11.name}的余额结转到本组织`);
  const owed = (await billsOf(people[1]?.id ?? '')).map(({ org_id }) => org_id);
  expect(owed).toEqual([A12.id, A12.id]);
  // What the other branch collected itself is not made more by it.
  const months = await county.call(listMonths, { orgId: A12.id, month });
  expect(months.rows.every(({ received }) => received === 0)).toBe(true);

  await takeBack(county, (await county.call(getChange, { id: change.id })).result);
  expect(await balances(A12.id)).toEqual({});
  expect(await balances(A11.id)).toEqual({ 现金: 4000, 党费收入: -4000 });
  expect((await billsOf(people[1]?.id ?? '')).map(({ org_id }) => org_id)).toEqual([A11.id, A11.id]);
});

test('a payment of a branch that was merged away is refunded by whoever took over, out of what it holds', async () => {
  const [first] = await billsOf(people[0]?.id ?? '');
  await pay([first?.id], 4000);
  const change = await prepare(county, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  expect((await operate(county, change)).code).toBe(200);
  // It stands among the receipts of whoever took over, and with nobody else.
  const { rows } = await county.call(listPayments, { orgId: A12.id, searchRange: 'onlySelf' });
  expect(rows.map(({ orgName, total }) => [orgName, total])).toEqual([[A11.name, 4000]]);
  const other = await t.as('siblingWorker');
  const paid = rows[0];
  const asking = { id: paid?.id ?? '', version: paid?.version ?? 0, reason: '收错' };
  expect((await other.call(askRefund, asking)).code).toBe(404);
  expect((await other.call(listPayments, {})).rows).toEqual([]);
  const committee = await t.as('committeeWorker');
  expect((await committee.call(askRefund, asking)).code).toBe(200);
  const decided = await county.call(decideRefund, { id: asking.id, version: asking.version + 1, agree: true });
  expect(decided.code, decided.text).toBe(200);
  expect(await balances(A12.id)).toEqual({});
  expect(await balances(A11.id)).toEqual({});
  // The month is owed again, to the branch that gave the money back.
  expect((await billsOf(people[0]?.id ?? ''))[0]).toMatchObject({ state: 1, org_id: A12.id });
  const vouchers = await county.call(listVouchers, { orgId: A12.id, month });
  expect(vouchers.rows[0]?.summary).toContain(`冲销${A11.name}`);
});

test('a line of a receipt of a branch that was merged away goes back by whoever took over, who makes out the new receipt', async () => {
  const bills = await billsOf(people[0]?.id ?? '');
  await pay(
    bills.map(({ id }) => id),
    8000,
  );
  const change = await prepare(county, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  expect((await operate(county, change)).code).toBe(200);
  const [paid] = (await county.call(listPayments, { orgId: A12.id })).rows;
  const asking = { id: paid?.id ?? '', version: paid?.version ?? 0, reason: '收错', billIds: [bills[0]?.id ?? ''] };
  const committee = await t.as('committeeWorker');
  expect((await committee.call(askRefund, asking)).code).toBe(200);
  const decided = await county.call(decideRefund, { id: asking.id, version: asking.version + 1, agree: true });
  expect(decided.code, decided.text).toBe(200);
  expect(await balances(A11.id)).toEqual({});
  expect(await balances(A12.id)).toEqual({ 现金: 4000, 党费收入: -4000 });
  const valid = (await county.call(listPayments, { orgId: A12.id, state: 'valid' })).rows;
  expect(valid.map(({ orgName, total, paidOn }) => [orgName, total, paidOn])).toEqual([[A12.name, 4000, today]]);
  expect((await billsOf(people[0]?.id ?? '')).map(({ state, org_id }) => [state, org_id])).toEqual([
    [1, A12.id],
    [3, A12.id],
  ]);
});

test('cash that was handed to the bank is refunded from there, and none that is not there', async () => {
  const [first, second] = await billsOf(people[0]?.id ?? '');
  await pay([first?.id], 4000);
  const committee = await t.as('committeeWorker');
  await committee.call(depositCash, { orgId: A11.id, amount: 4000, paidOn: today, slip: '1' });
  const refund = async () => {
    const { rows } = await branch.call(listPayments, { state: 'valid' });
    const { id = '', version = 0 } = rows[0] ?? {};
    await branch.call(askRefund, { id, version, reason: '收错' });
    return county.call(decideRefund, { id, version: version + 1, agree: true });
  };
  expect((await refund()).code).toBe(200);
  expect(await balances(A11.id)).toEqual({});
  await pay([second?.id], 4000);
  const year = Number(month.slice(0, 4));
  const up = { orgId: A11.id, kind: 1, year, amount: 3000, inCash: true, paidOn: today, slip: '2' } as const;
  const asked = await branch.call(askHandup, up);
  expect(asked.code, asked.text).toBe(200);
  expect((await committee.call(decideHandup, { id: asked.data.id, version: 1, agree: true, opinion: '' })).code).toBe(
    200,
  );
  expect((await refund()).msg).toContain('只有10.00元，不够退还40.00元');
  expect((await billsOf(people[0]?.id ?? ''))[1]).toMatchObject({ state: 3 });
});

test('of two records that are merged a month is owed once, and one that both had paid stands until it is refunded', async () => {
  const [kept, dropped] = people.map(({ id }) => id) as [string, string];
  const [own, other] = [await billsOf(kept), await billsOf(dropped)];
  // Last month both have paid, this month the record that goes.
  await pay([own[0]?.id, other[0]?.id, other[1]?.id], 12_000);
  await sql`update member set name = '双份', birth_date = '1970-01-02', phone_enc = null, phone_index = null, phone_mask = ''
             where id in (${kept}, ${dropped})`.execute(t.db);
  await scan(branch);
  const { id: pairId } = (await pairWith(kept, branch)) ?? { id: '' };
  const pair = await detail(pairId, branch);
  const keep = pair.a.id === kept ? 'a' : 'b';
  const versions = { versionA: pair.a.version, versionB: pair.b.version };
  const merged = await branch.call(mergePair, { id: pairId, keep, fields: [], ...versions, reason: '同一人' });
  expect(merged.code, merged.text).toBe(200);
  expect((await billsOf(kept)).filter(({ state }) => state !== 6).map(({ state }) => state)).toEqual([3, 3]);
  const warnings = (await branch.call(homeWarnings, {})).data;
  expect(warnings.find(({ code }: { code: string }) => code === 'duesPaidTwice')).toMatchObject({ count: 1 });

  // One line alone cannot go back: the month that both had paid would stand void on the new receipt. Nothing is changed by the refusal.
  const [receipt] = (await branch.call(listPayments, { state: 'valid' })).rows;
  const part = { id: receipt?.id ?? '', version: receipt?.version ?? 0, reason: '重复', billIds: [own[0]?.id ?? ''] };
  const asked = await branch.call(askRefund, part);
  expect(asked.code, asked.text).toBe(200);
  const refused = await county.call(decideRefund, { id: part.id, version: asked.data.version, agree: true });
  expect(refused.msg).toBe('收据里有人的档案已经合并，请整张冲销');
  expect((await branch.call(listPayments, { state: 'asked' })).rows.map(({ id }) => id)).toEqual([part.id]);
  expect(await balances(A11.id)).toEqual({ 现金: 12_000, 党费收入: -12_000 });
  expect((await county.call(decideRefund, { id: part.id, version: asked.data.version, agree: false })).code).toBe(200);

  await branch.call(undoMerge, { id: pairId });
  expect((await billsOf(kept)).map(({ state }) => state)).toEqual([3, 1]);
  expect((await billsOf(dropped)).map(({ state }) => state)).toEqual([3, 3]);
});

test.each([
  ['of the record that goes', 1],
  ['of the record that stays', 0],
] as const)(
  'a month that both records had paid: the payment %s is refunded, and it is owed no more',
  async (_, which) => {
    const [kept, dropped] = people.map(({ id }) => id) as [string, string];
    for (const id of [kept, dropped]) await pay([(await billsOf(id))[0]?.id], 4000);
    await sql`update member set name = '双份', birth_date = '1970-01-02', phone_enc = null, phone_index = null, phone_mask = ''
             where id in (${kept}, ${dropped})`.execute(t.db);
    await scan(branch);
    const { id: pairId } = (await pairWith(kept, branch)) ?? { id: '' };
    const pair = await detail(pairId, branch);
    const versions = { versionA: pair.a.version, versionB: pair.b.version };
    const keep = pair.a.id === kept ? 'a' : 'b';
    expect((await branch.call(mergePair, { id: pairId, keep, fields: [], ...versions, reason: '同一人' })).code).toBe(
      200,
    );
    const told = async () =>
      (await branch.call(homeWarnings, {})).data.find(({ code }: { code: string }) => code === 'duesPaidTwice')
        ?.count ?? 0;
    expect(await told()).toBe(1);

    const owner = [kept, dropped][which];
    const { rows } = await sql<{ id: string; version: number }>`
    select p.id, p.version from dues_payment p join dues_payment_bill l on l.payment_id = p.id join dues_bill b on b.id = l.bill_id
     where b.member_id = ${owner} and p.state = 'valid'`.execute(t.db);
    const [paid] = rows;
    expect(
      (await branch.call(askRefund, { id: paid?.id ?? '', version: paid?.version ?? 0, reason: '一月缴了两次' })).code,
    ).toBe(200);
    const decided = await county.call(decideRefund, {
      id: paid?.id ?? '',
      version: (paid?.version ?? 0) + 1,
      agree: true,
    });
    expect(decided.code, decided.text).toBe(200);
    expect(await told()).toBe(0);
    const last = addMonths(month, -1);
    const states = async () =>
      [...(await billsOf(kept)), ...(await billsOf(dropped))]
        .filter((bill) => bill.month === last)
        .map(({ state }) => state);
    expect((await states()).sort()).toEqual([3, 6]);
    expect(await balances(A11.id)).toEqual({ 现金: 4000, 党费收入: -4000 });
    // The merge undone: whoever got the money back owes it again.
    await branch.call(undoMerge, { id: pairId });
    expect((await states()).sort()).toEqual([1, 3]);
  },
);
