import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listVouchers } from '#procedures/dues/contract.month.ts';
import {
  askRefund,
  collectedToday,
  decideRefund,
  handIn,
  listPayments,
  refundable,
} from '#procedures/dues/contract.pay.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today: string;
let people: string[];

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const day = await sql<{ today: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(
    t.db,
  );
  today = day.rows[0]?.today ?? '';
  const month = today.slice(0, 7);
  const { rows } = await sql<{ id: string }>`
    update member set admission_date = '2001-07-01'
     where org_id = ${ORGS.branchA11.id} and person_category in (1, 2) and deleted_at is null returning id`.execute(
    t.db,
  );
  people = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  for (const [memberId, amount] of [
    [people[0], 2_000],
    [people[1], 3_500],
  ] as const)
    for (const back of [-1, 0])
      await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
        values (${memberId}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${addMonths(month, back)}, 1, ${amount})`.execute(
        t.db,
      );
});
afterAll(() => t.close());

const dueOf = async (memberIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; amount: string }>`
    select id, amount::text as amount from dues_bill
     where member_id = any(${[...memberIds]}::bigint[]) and state = 1 order by member_id, month`.execute(t.db);
  return rows.map(({ id, amount }) => ({ id, amount: Number(amount) }));
};
const sum = (bills: readonly { amount: number }[]) => bills.reduce((all, { amount }) => all + amount, 0);
async function receiptOf(bills: readonly { id: string; amount: number }[]) {
  const input = { billIds: bills.map(({ id }) => id), total: sum(bills), paidOn: today };
  const paid = await branch.call(handIn, input);
  expect(paid.code, paid.text).toBe(200);
  const { rows } = await branch.call(listPayments, {});
  const row = rows.find(({ id }) => id === paid.data.payments[0].id);
  if (!row) throw new Error('The receipt stands in no list.');
  return row;
}
const heldInCash = async () => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(e.amount), 0)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${ORGS.branchA11.id} and e.account = '现金'`.execute(t.db);
  return Number(rows[0]?.sum);
};

test('one line of a receipt goes back by two people; the rest stands on a new receipt of the same day', async () => {
  const bills = await dueOf(people.slice(0, 2));
  expect(bills.length).toBe(4);
  const [wrong = { id: '', amount: 0 }] = bills;
  const total = sum(bills);
  const first = await receiptOf(bills);
  const cash = await heldInCash();
  const parts = await branch.call(refundable, { id: first.id });
  expect(parts.result).toMatchObject({
    isWhole: false,
    bills: bills.map(({ id }) => ({ billId: id, isAsked: false })),
  });

  const ask = { id: first.id, version: first.version, reason: '多收一个月' };
  expect((await branch.call(askRefund, { ...ask, billIds: [] })).data.fields).toEqual({
    billIds: '请勾选要冲销的月份',
  });
  const asked = await branch.call(askRefund, { ...ask, billIds: [wrong.id] });
  expect(asked.code, asked.text).toBe(200);
  const decide = { id: first.id, version: asked.data.version, agree: true };
  expect((await branch.call(decideRefund, decide)).msg).toContain('另一人');
  const [waiting] = (await committee.call(listPayments, { state: 'asked' })).rows;
  expect(waiting).toMatchObject({ id: first.id, refundParts: 1 });
  expect((await committee.call(refundable, { id: first.id })).result.bills.filter(({ isAsked }) => isAsked)).toEqual([
    expect.objectContaining({ billId: wrong.id, amount: wrong.amount }),
  ]);
  const both = await Promise.all([1, 2].map(() => committee.call(decideRefund, decide)));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);

  expect((await dueOf(people.slice(0, 2))).map(({ id }) => id)).toEqual([wrong.id]);
  const { rows } = await branch.call(listPayments, {});
  expect(rows.find(({ id }) => id === first.id)).toMatchObject({ state: 'refunded', total });
  expect(rows.find(({ state }) => state === 'valid')).toMatchObject({
    total: total - wrong.amount,
    paidOn: today,
    people: 2,
    collector: first.collector,
  });
  expect(await heldInCash()).toBe(cash - wrong.amount);
  const vouchers = await branch.call(listVouchers, { orgId: ORGS.branchA11.id });
  for (const { entries } of vouchers.rows) expect(sum(entries)).toBe(0);
  expect((await branch.call(collectedToday, {})).result).toMatchObject({ receipts: 1, amount: total - wrong.amount });
});

test('of the receipt that was made anew a line can go back again, but none of another receipt or of one paid online', async () => {
  const [wrong = { id: '', amount: 0 }] = await dueOf(people.slice(0, 2));
  const again = await receiptOf([wrong]);
  expect((await branch.call(refundable, { id: again.id })).result.isWhole).toBe(true);
  const second = (await branch.call(listPayments, {})).rows.find(
    ({ state, people: n }) => state === 'valid' && n === 2,
  );
  const parts = await branch.call(refundable, { id: second?.id ?? '' });
  const [line] = parts.result.bills;
  const ask = { id: second?.id ?? '', version: second?.version ?? 0, reason: '又一个月' };
  // A month of another receipt is not met.
  expect((await branch.call(askRefund, { ...ask, billIds: [wrong.id] })).code).toBe(404);
  const paidBy = (type: number) => sql`update dues_payment set pay_type = ${type} where id = ${ask.id}`.execute(t.db);
  await paidBy(2);
  expect((await branch.call(askRefund, { ...ask, billIds: [line?.billId ?? ''] })).msg).toContain('只能整张冲销');
  await paidBy(1);
  const asked = await branch.call(askRefund, { ...ask, billIds: [line?.billId ?? ''] });
  expect(asked.code, asked.text).toBe(200);
  const refused = await committee.call(decideRefund, { id: ask.id, version: asked.data.version, agree: false });
  expect(refused.code, refused.text).toBe(200);
  const [kept] = (await branch.call(listPayments, { state: 'valid' })).rows.filter(({ id }) => id === ask.id);
  expect(kept).toMatchObject({ refundParts: 0, refundReason: '' });
  const next = await branch.call(askRefund, { ...ask, version: kept?.version ?? 0, billIds: [line?.billId ?? ''] });
  expect((await committee.call(decideRefund, { id: ask.id, version: next.data.version, agree: true })).code).toBe(200);
  expect((await dueOf(people.slice(0, 2))).map(({ id }) => id)).toEqual([line?.billId]);
});
