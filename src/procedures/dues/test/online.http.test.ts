import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encrypted } from '#people/member/test/factory.ts';
import { closingCheck } from '#procedures/dues/contract.month.ts';
import {
  cancelOrder,
  holdingOrders,
  listMerchants,
  listOrders,
  orderBulk,
  orderOwn,
  placeOrder,
  readOrder,
  refundOrder,
  saveMerchant,
  turnLine,
} from '#procedures/dues/contract.order.ts';
import { askRefund, decideRefund, handIn, listPayments, ownDues } from '#procedures/dues/contract.pay.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { endMemberDues } from '#procedures/dues/server/index.ts';
import type { Message } from '#procedures/dues/server/online/sandbox.ts';
import { sandboxOf } from '#procedures/dues/server/service/merchants.ts';
import { askDueOrders, sendRefunds } from '#procedures/dues/server/service/orders.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { startPayments } from '../../../../test/support/counterparts/payments.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let pay: Awaited<ReturnType<typeof startPayments>>;
let branch: Caller;
let committee: Caller;
let member: Caller;
let me: string;
let month: string;
let today: string;
/** Every test pays a month of its own. */
let next = 0;

beforeAll(async () => {
  t = await startTestApp();
  pay = await startPayments((channel) => sandboxOf(t.services, ORGS.committeeA1.id, channel));
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  month = today.slice(0, 7);
  for (const channel of [1, 2, 3]) {
    const set = {
      orgId: ORGS.committeeA1.id,
      channel,
      bank: 2,
      accountName: '第一街道党工委党费专户',
      isSandbox: true,
      password: await encrypted(t),
      version: 0,
    };
    expect((await committee.call(saveMerchant, set)).data, String(channel)).toMatchObject({ version: 1 });
  }
  await sql`update dues_merchant set confirmed_at = now(), asked_by = null, base_url = ${pay.origin} || '/' || channel, notify_url = 'http://unused'`.execute(
    t.db,
  );
});
afterAll(async () => {
  await pay.close();
  await t.close();
});

/** A month of the member that is due; the six before the current one come first. */
let bill: { id: string; month: string };
async function dueBill(memberId = me, org: { id: string; code: string } = ORGS.branchA11) {
  const which = addMonths(month, -(next++ % 400) - 1);
  const { rows } = await sql<{ id: string }>`
    insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    values (${memberId}, ${org.id}, ${org.code}, ${which}, 1, 4568) returning id`.execute(t.db);
  return { id: rows[0]?.id ?? '', month: which };
}
beforeEach(async () => {
  // More orders than a person places in ten minutes.
  await sql`delete from rate_window`.execute(t.db);
  bill = await dueBill();
});

const order = async (channel: number, billIds = [bill.id]) => {
  const made = await member.call(orderOwn, { billIds, channel });
  expect(made.code, made.text).toBe(200);
  const placed = await member.call(placeOrder, { no: made.data.no });
  expect(placed.data, placed.text).toMatchObject({
    state: 1,
    payUrl: `${pay.origin}/cashier/${made.data.no}`,
    isSandbox: true,
  });
  return made.data.no as string;
};
const merchantId = async (channel: number) =>
  (await sql<{ id: string }>`select id from dues_merchant where channel = ${channel}`.execute(t.db)).rows[0]?.id ?? '';
const notify = async (channel: number, { headers, body }: Message) =>
  t.app.inject({ method: 'POST', url: `/api/dfgl/pay/notify/${await merchantId(channel)}`, headers, payload: body });
const stateOf = async (no: string) => (await member.call(readOrder, { no })).data.state as number;
const billState = async (id = bill.id) =>
  (await sql<{ state: number }>`select state from dues_bill where id = ${id}`.execute(t.db)).rows[0]?.state;
const booked = async (no: string) =>
  (
    await sql<{ n: number; sum: string }>`
      select count(*)::int as n, coalesce(sum(p.total), 0)::text as sum from dues_payment p join dues_order d on d.id = p.order_id
       where d.no = ${no}`.execute(t.db)
  ).rows[0];
const balances = async () =>
  Object.fromEntries(
    (
      await sql<{ account: string; sum: string }>`
        select account, sum(amount)::text as sum from dues_entry group by account`.execute(t.db)
    ).rows.map(({ account, sum }) => [account, Number(sum)]),
  );
const balanced = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from (
      select voucher_id from dues_entry group by voucher_id having sum(amount) <> 0) off`.execute(t.db)
  ).rows[0]?.n;

test('an account is set by a committee for those below; its keys are encrypted and never come back', async () => {
  const { text, result } = await committee.call(listMerchants, { orgId: ORGS.branchA11.id });
  expect(result.channels.map(({ servedBy }) => servedBy)).toEqual(Array(3).fill(ORGS.committeeA1.name));
  const own = await committee.call(listMerchants, { orgId: ORGS.committeeA1.id });
  expect(text + own.text).not.toContain('PRIVATE KEY');
  const { rows } = await sql<{
    encrypted: string;
  }>`select encode(keys_enc, 'escape') as encrypted from dues_merchant`.execute(t.db);
  expect(rows.map(({ encrypted }) => encrypted).join()).not.toContain('PRIVATE');
  const real = { channel: 2, bank: 1, accountName: '专户', version: 0, password: await encrypted(t) };
  const branchs = await branch.call(saveMerchant, { ...real, orgId: ORGS.branchA11.id });
  expect(branchs.msg).toContain('党支部不设党费收款账户');
  const county = await t.as('countyWorker');
  const faulty = { ...real, orgId: ORGS.countyA.id, privateKey: 'abc', baseUrl: 'http://pay.example' };
  const fields = (await county.call(saveMerchant, { ...faulty, password: await encrypted(t) })).data.fields;
  expect(Object.keys(fields).sort()).toEqual([
    'appId',
    'baseUrl',
    'merchantNo',
    'notifyUrl',
    'privateKey',
    'providerKey',
    'secret',
  ]);
  // A bank's keys are SM2, in the forms in which banks hand them out; nothing is amiss with them.
  const bankKeys = { channel: 1, privateKey: '1'.repeat(64), providerKey: createECDH('SM2').generateKeys('hex') };
  const banks = { ...faulty, ...bankKeys, password: await encrypted(t) };
  const left = (await county.call(saveMerchant, banks)).data.fields;
  expect(Object.keys(left).sort()).toEqual(['baseUrl', 'merchantNo', 'notifyUrl']);
  expect((await branch.call(listMerchants, { orgId: ORGS.committeeA1.id })).code).toBe(404);
  expect((await member.call(listMerchants, { orgId: ORGS.branchA11.id })).code).toBe(403);
});

describe.each([
  [1, '银行'],
  [2, '微信'],
  [3, '支付宝'],
])('by way %i (%s)', (channel) => {
  test('a member pays, the notification books it once, with a receipt and the money on its way', async () => {
    const before = await balances();
    const no = await order(channel);
    expect(await billState()).toBe(2);
    const message = await pay.pay(no);
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(channel, message)));
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    expect(answers[0]?.body).toEqual(channel === 3 ? 'success' : expect.stringContaining('SUCCESS'));
    expect(await booked(no)).toEqual({ n: 1, sum: '4568' });
    expect([await stateOf(no), await billState()]).toEqual([2, 3]);
    const after = await balances();
    expect((after.渠道在途 ?? 0) - (before.渠道在途 ?? 0)).toBe(4568);
    expect(await balanced()).toBe(0);
  });

  test('an altered, a foreign and an old notification books nothing', async () => {
    const no = await order(channel);
    const { headers, body } = await pay.pay(no);
    expect(
      (await notify(channel, { headers, body: body.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)) }))
        .statusCode,
    ).toBe(400);
    expect((await notify(channel, { headers: { 'content-type': 'application/json' }, body })).statusCode).toBe(
      channel === 3 ? 200 : 400,
    );
    expect((await notify((channel % 3) + 1, { headers, body })).statusCode).toBe(400);
    if (channel === 3) return;
    expect(await booked(no)).toMatchObject({ n: 0 });
    const old = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, /time/.test(name) ? '1700000000' : value]),
    );
    expect((await notify(channel, { headers: old, body })).statusCode).toBe(400);
    expect(await booked(no)).toMatchObject({ n: 0 });
    expect((await notify(channel, await pay.message(no))).statusCode).toBe(200);
    expect(await booked(no)).toMatchObject({ n: 1 });
  });

  test('twenty notifications of two orders, repeated, in any order and some altered, book each order once', async () => {
    const second = await dueBill();
    const [first, other] = [await order(channel), await order(channel, [second.id])];
    const [one, two] = [await pay.pay(first), await pay.pay(other)];
    const altered = {
      headers: one.headers,
      body: one.body.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)),
    };
    const all = [...Array<Message>(7).fill(one), ...Array<Message>(7).fill(two), ...Array<Message>(6).fill(altered)];
    // The later order first, then turn about: what came out of order is no other news.
    const mixed = all
      .toSorted((a, b) => all.indexOf(b) - all.indexOf(a))
      .map((_, at) => all[(at * 7 + 13) % 20] as Message);
    const answers = await Promise.all(mixed.map((message) => notify(channel, message)));
    expect(answers.map(({ statusCode }) => statusCode).every((code) => code === 200 || code === 400)).toBe(true);
    expect([await booked(first), await booked(other)]).toEqual([
      { n: 1, sum: '4568' },
      { n: 1, sum: '4568' },
    ]);
    expect([await billState(), await billState(second.id), await balanced()]).toEqual([3, 3, 0]);
  });

  test('another sum than ordered is kept as 待退款 and goes back by the same way once', async () => {
    const no = await order(channel);
    const before = await balances();
    expect((await notify(channel, await pay.pay(no, 4567))).statusCode).toBe(200);
    expect([await stateOf(no), await billState()]).toEqual([4, 1]);
    expect(await booked(no)).toMatchObject({ n: 0 });
    expect((await balances()).待退款).toBe((before.待退款 ?? 0) - 4567);
    const check = await committee.call(closingCheck, { orgId: ORGS.branchA11.id, month });
    if (check.code === 200) expect(check.text).toContain('异常待退款');
    const { rows } = await committee.call(listOrders, { state: 4 });
    const row = rows.find((one) => one.no === no);
    expect(row).toMatchObject({ reason: '实付金额与订单不符', received: 4567, can: { refund: true } });
    const ask = { id: row?.id ?? '', version: row?.version ?? 0, reason: '退回' };
    const two = await Promise.all([committee.call(refundOrder, ask), committee.call(refundOrder, ask)]);
    expect(two.map(({ code }) => code).sort()).toEqual([200, 400]);
    await sendRefunds(t.services);
    await sendRefunds(t.services);
    expect([...(pay.orders.get(no)?.refunds.values() ?? [])]).toEqual([4567]);
    expect(await stateOf(no)).toBe(5);
    expect((await balances()).待退款).toBe(before.待退款 ?? 0);
    expect((await balances()).渠道在途).toBe(before.渠道在途 ?? 0);
  });

  test('a lost notification is found by asking; nobody paid: the order ends and the month is due again', async () => {
    const [paid, left] = [await order(channel), await order(channel, [(await dueBill()).id])];
    await pay.pay(paid);
    await askDueOrders(t.services);
    // Not before its minute has come.
    expect(await stateOf(paid)).toBe(1);
    await sql`update dues_order set ask_at = now() where no in (${paid}, ${left})`.execute(t.db);
    await askDueOrders(t.services);
    expect([await stateOf(paid), await stateOf(left)]).toEqual([2, 1]);
    expect(await booked(paid)).toMatchObject({ n: 1 });
    await sql`update dues_order set ask_at = now(), expires_at = now() where no = ${left}`.execute(t.db);
    await askDueOrders(t.services);
    expect(await stateOf(left)).toBe(3);
    expect(pay.orders.get(left)?.state).toBe('closed');
    expect((await notify(channel, await pay.message(paid))).statusCode).toBe(200);
    expect(await booked(paid)).toMatchObject({ n: 1 });
  });

  test('a refund of what was paid online goes back by the same way', async () => {
    const no = await order(channel);
    await notify(channel, await pay.pay(no));
    const before = await balances();
    const row = (await branch.call(listPayments, {})).rows[0];
    const asked = await branch.call(askRefund, { id: row?.id ?? '', version: row?.version ?? 0, reason: '多缴' });
    const decided = await committee.call(decideRefund, { id: row?.id ?? '', version: asked.data.version, agree: true });
    expect(decided.code, decided.text).toBe(200);
    expect((await balances()).待退款).toBe((before.待退款 ?? 0) - 4568);
    await sendRefunds(t.services);
    expect([...(pay.orders.get(no)?.refunds.values() ?? [])]).toEqual([4568]);
    expect((await balances()).待退款 ?? 0).toBe(before.待退款 ?? 0);
    expect((await balances()).现金 ?? 0).toBe(before.现金 ?? 0);
    expect(await billState()).toBe(1);
  });
});

describe('an order', () => {
  test('holds its months: another one is told so, in cash too; cancelled, they are due again; only its own account reads it', async () => {
    const no = await order(2);
    expect((await member.call(orderOwn, { billIds: [bill.id], channel: 3 })).msg).toBe(
      '该月正在支付中，可继续支付或取消',
    );
    expect((await branch.call(handIn, { billIds: [bill.id], total: 4568, paidOn: today, note: '试' })).code).toBe(400);
    expect((await member.call(ownDues, {})).data).toMatchObject({ orders: [no], channels: [1, 2, 3] });
    expect((await branch.call(readOrder, { no })).code).toBe(404);
    expect((await branch.call(cancelOrder, { no })).code).toBe(404);
    const both = await Promise.all([member.call(cancelOrder, { no }), member.call(cancelOrder, { no })]);
    for (const answer of both) expect(answer.data.state, answer.text).toBe(3);
    expect(pay.orders.get(no)?.state).toBe('closed');
    expect(await billState()).toBe(1);
  });

  test('of somebody else, of a way that nobody opened, or twice at once is refused', async () => {
    const foreign = await dueBill(t.fixture.members.branchA12?.[0] ?? '', ORGS.branchA12);
    expect((await member.call(orderOwn, { billIds: [bill.id, foreign.id], channel: 2 })).code).toBe(404);
    expect((await branch.call(orderBulk, { billIds: [foreign.id], channel: 2, note: '试' })).code).toBe(404);
    expect((await member.call(orderOwn, { billIds: [bill.id], channel: 9 })).data.fields.channel).toContain('支付方式');
    await sql`update dues_merchant set enabled = false where channel = 2`.execute(t.db);
    expect((await member.call(orderOwn, { billIds: [bill.id], channel: 2 })).data.fields.channel).toContain('没有开通');
    await sql`update dues_merchant set enabled = true`.execute(t.db);
    const many = await Promise.all(
      Array.from({ length: 10 }, () => member.call(orderOwn, { billIds: [bill.id], channel: 2 })),
    );
    expect(many.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  test('paid after it was closed is booked where the month is still due, else kept as 待退款', async () => {
    const [a, b] = [bill, await dueBill()];
    const first = await order(2);
    const second = await order(2, [b.id]);
    // The payer's press reaches the provider at the moment of the cancelling: its closing was lost.
    for (const no of [first, second]) {
      await member.call(cancelOrder, { no });
      Object.assign(pay.orders.get(no) ?? {}, { state: 'open', expiresAt: Date.now() + 60_000 });
    }
    expect((await branch.call(handIn, { billIds: [b.id], total: 4568, paidOn: today, note: '试' })).code).toBe(200);
    await notify(2, await pay.pay(second));
    await notify(2, await pay.pay(first));
    expect([await stateOf(first), await stateOf(second)]).toEqual([2, 4]);
    expect([await billState(a.id), await billState(b.id)]).toEqual([3, 3]);
    expect((await member.call(readOrder, { no: second })).data.reason).toContain('重复付款');
    expect(await balanced()).toBe(0);
  });

  test('of somebody who died meanwhile is not booked', async () => {
    const no = await order(2);
    await endMemberDues(t.db, me, addMonths(bill.month, -1), '党员去世');
    await notify(2, await pay.pay(no));
    expect([await stateOf(no), await billState()]).toEqual([4, 6]);
    // The tests after this one go on with months that are not touched by it.
  });

  test('while the provider is away nothing is closed, and nothing is lost', async () => {
    const no = await order(1);
    await sql`update dues_merchant set base_url = 'http://127.0.0.1:9' where channel = 1`.execute(t.db);
    const answer = await member.call(cancelOrder, { no });
    expect(answer.msg).toContain('没有响应');
    expect(await stateOf(no)).toBe(1);
    await sql`update dues_order set ask_at = now(), expires_at = now() where no = ${no}`.execute(t.db);
    await askDueOrders(t.services);
    expect(await stateOf(no)).toBe(1);
    await sql`update dues_merchant set base_url = ${`${pay.origin}/1`} where channel = 1`.execute(t.db);
    expect((await member.call(cancelOrder, { no })).data.state).toBe(3);
  });

  test('pay against turnLine against cancel: one of them wins, the money stands in the books once', async () => {
    for (let round = 0; round < 6; round++) {
      bill = await dueBill();
      const no = await order(2);
      await Promise.all([
        branch.call(turnLine, { ids: [me] }),
        member.call(cancelOrder, { no }),
        pay.pay(no).then(
          (message) => notify(2, message),
          () => null,
        ),
      ]);
      const played = pay.orders.get(no)?.state;
      // What was paid there in the last moment is found by the next question or notification.
      if (played === 'paid') await notify(2, await pay.message(no));
      expect([await stateOf(no), await billState()]).toEqual(played === 'paid' ? [2, 3] : [3, 1]);
      expect(await booked(no)).toMatchObject({ n: played === 'paid' ? 1 : 0 });
    }
    expect(await balanced()).toBe(0);
  });
});

test('批量扫码: one code for several people of several branches, each branch its receipt; turned offline, what was paid is said', async () => {
  const [a, b] = [
    await dueBill(t.fixture.members.branchA11?.[1] ?? ''),
    await dueBill(t.fixture.members.branchA12?.[0] ?? '', ORGS.branchA12),
  ];
  const made = await committee.call(orderBulk, { billIds: [a.id, b.id], channel: 3, note: '集中收缴' });
  expect(made.code, made.text).toBe(200);
  await committee.call(placeOrder, { no: made.data.no });
  const people = [t.fixture.members.branchA11?.[1] ?? '', t.fixture.members.branchA12?.[0] ?? ''];
  const held = await committee.call(holdingOrders, { ids: people });
  expect(held.result.orders).toMatchObject([{ no: made.data.no, total: 9136 }]);
  expect((await branch.call(turnLine, { ids: people })).code).toBe(404);
  await pay.pay(made.data.no);
  const turned = await committee.call(turnLine, { ids: people });
  expect(turned.result.orders[0]?.outcome, turned.text).toContain('不要再收现金');
  const { rows } = await sql<{ org_id: string; pay_type: number; total: string }>`
    select p.org_id::text, p.pay_type, p.total::text from dues_payment p join dues_order d on d.id = p.order_id
     where d.no = ${made.data.no} order by p.org_id`.execute(t.db);
  expect(rows).toEqual([
    { org_id: ORGS.branchA11.id, pay_type: 4, total: '4568' },
    { org_id: ORGS.branchA12.id, pay_type: 4, total: '4568' },
  ]);
});
