import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypted, upload } from '#people/member/test/factory.ts';
import { closingCheck } from '#procedures/dues/contract.month.ts';
import { orderOwn, placeOrder, saveMerchant } from '#procedures/dues/contract.order.ts';
import {
  importStatement,
  listOdd,
  listStatements,
  type OddRow,
  resolveMany,
  resolveOdd,
} from '#procedures/dues/contract.reconcile.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { sandboxOf } from '#procedures/dues/server/service/merchants.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { startPayments } from '../../../../test/support/counterparts/payments.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let pay: Awaited<ReturnType<typeof startPayments>>;
let branch: Caller;
let committee: Caller;
let member: Caller;
let month: string;
let today: string;
let next = 0;
const WECHAT = 2;

beforeAll(async () => {
  t = await startTestApp();
  pay = await startPayments((channel) => sandboxOf(t.services, ORGS.committeeA1.id, channel));
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  month = today.slice(0, 7);
  const set = {
    orgId: ORGS.committeeA1.id,
    channel: WECHAT,
    bank: 2,
    accountName: '党费专户',
    isSandbox: true,
    password: await encrypted(t),
    version: 0,
  };
  expect((await committee.call(saveMerchant, set)).code).toBe(200);
  await sql`update dues_merchant set confirmed_at = now(), asked_by = null, base_url = ${pay.origin} || '/' || channel, notify_url = 'http://unused'`.execute(
    t.db,
  );
});
afterAll(async () => {
  await pay.close();
  await t.close();
});

/** An order over one month of the member; paid and told of where `told`. */
async function order(how: 'told' | 'paid' | 'open' = 'told'): Promise<string> {
  await sql`delete from rate_window`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    values (${t.fixture.principals.member.memberId}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${addMonths(month, -next++)}, 1, 4568)
    returning id`.execute(t.db);
  const made = await member.call(orderOwn, { billIds: [rows[0]?.id ?? ''], channel: WECHAT });
  expect(made.code, made.text).toBe(200);
  const { no } = made.data;
  expect((await member.call(placeOrder, { no })).code).toBe(200);
  if (how === 'open') return no;
  const { headers, body } = await pay.pay(no);
  const { rows: merchants } = await sql<{ id: string }>`select id from dues_merchant`.execute(t.db);
  if (how === 'told')
    await t.app.inject({ method: 'POST', url: `/api/dfgl/pay/notify/${merchants[0]?.id}`, headers, payload: body });
  return no;
}

const HEAD = '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,应结订单金额,商户退款单号,退款金额,手续费';
/** A line as WeChat writes it, every value behind a back-tick. */
const line = (no: string, trade: string, amount = '45.68', day = today) =>
  [`${day} 09:30:00`, 'wx1', '1900', trade, no, 'SUCCESS', amount, '', '0.00', '0.27']
    .map((value) => `\`${value}`)
    .join(',');
async function take(lines: readonly string[], who = committee, texts: Record<string, string> = {}) {
  const csv = [
    HEAD,
    ...lines,
    '总交易单数,应结订单总金额,退款总金额,手续费总金额',
    `\`${lines.length},\`1.00,\`0,\`0`,
  ].join('\n');
  return upload(t, who, 'bill.csv', Buffer.from(csv), { channel: String(WECHAT), ...texts }, importStatement.path);
}
const balances = async () =>
  Object.fromEntries(
    (
      await sql<{ account: string; sum: string }>`
        select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
         where v.org_id = ${ORGS.branchA11.id} group by 1`.execute(t.db)
    ).rows.map(({ account, sum }) => [account, Number(sum)]),
  );
const odd = async (): Promise<OddRow[]> => (await committee.call(listOdd, { pageSize: 100 })).rows;
const settle = (row: OddRow | undefined, act: keyof OddRow['can'], more: object = {}) =>
  committee.call(resolveOdd, {
    id: row?.id ?? '',
    side: row?.side ?? 'line',
    version: row?.version ?? 0,
    act,
    ...more,
  });

test('what agrees by number, sum and day is settled whole; the same file, and the same line, twice does nothing', async () => {
  const [one, two] = [await order(), await order()];
  expect(await balances()).toMatchObject({ 渠道在途: 9136 });
  const closing = await committee.call(closingCheck, { orgId: ORGS.branchA11.id, month });
  if (closing.code === 200) expect(closing.text).toContain('还没有对账');
  const first = await take([line(one, 'T1')]);
  expect(first.data, JSON.stringify(first)).toMatchObject({
    lines: 1,
    known: 0,
    matched: 1,
    odd: 0,
    missing: 1,
    unread: 0,
  });
  expect(await balances()).toMatchObject({ 渠道在途: 4568, 银行: 4568 });
  expect((await take([line(one, 'T1')])).data.fields.file).toContain('已经导入过');
  expect((await odd()).map(({ cause, orderNo, names }) => [cause, orderNo, names])).toEqual([['missing', two, '党元']]);
  // What cannot be read is told, here and in the list of files.
  const both = await take([line(one, 'T1'), line('DFX', 'T3', '贰拾'), line(two, 'T2')]);
  const [unread] = both.data.unreadRows;
  expect(unread.why).toBe('金额“贰拾”不能识别');
  expect(both.data, JSON.stringify(both)).toMatchObject({
    lines: 2,
    known: 1,
    matched: 1,
    odd: 0,
    missing: 0,
    unread: 1,
  });
  expect(await odd()).toEqual([]);
  expect(await balances()).toMatchObject({ 渠道在途: 0, 银行: 9136 });
  const { rows } = await committee.call(listStatements, {});
  expect(rows.map(({ lines, known, matched, fee, unread }) => [lines, known, matched, fee, unread])).toEqual([
    [2, 1, 1, 54, 1],
    [1, 0, 1, 27, 0],
  ]);
});

test('every kind of exception says why and is dealt with once, by the act that fits', async () => {
  const [paid, twice, late, other] = [await order(), await order(), await order(), await order()];
  const before = await balances();
  const lost = await order('paid');
  const early = new Date(Date.parse(`${today}T00:00:00Z`) - 5 * 86_400_000).toISOString().slice(0, 10);
  const made = await take([
    line(paid, 'U1', '45.67'),
    line(twice, 'U2'),
    line(twice, 'U3'),
    line(late, 'U4', '45.68', early),
    line(lost, 'U5'),
    line('DF20200101UNKNOWNNNN', 'U6'),
  ]);
  expect(made.data, JSON.stringify(made)).toMatchObject({ lines: 6, matched: 1, odd: 5, missing: 1 });
  const rows = await odd();
  const of = (cause: string) => rows.find((row) => row.cause === cause);
  expect(rows.map(({ cause }) => cause).sort()).toEqual(['amount', 'day', 'missing', 'noOrder', 'twice', 'unbooked']);
  expect(of('amount')).toMatchObject({ why: '对账单45.67元，平台45.68元', can: { link: false, shelve: true } });
  // Of two payments of one sum that no bill names none is joined by itself.
  expect(of('noOrder')?.partners.map(({ no }) => no)).toEqual([other]);
  expect(await balances()).toMatchObject({ 渠道在途: (before.渠道在途 ?? 0) - 4568 });

  expect((await settle(of('noOrder'), 'link')).data.fields.orderNo).toBe('请填写要关联的订单号');
  expect((await settle(of('noOrder'), 'link', { orderNo: twice })).data.fields.orderNo).toContain('已经对上');
  expect((await settle(of('amount'), 'accept')).msg).toContain('不能这样处理');
  expect((await settle(of('twice'), 'returned')).data.fields.reason).toBe('请写明怎样退的');
  const acts = [
    settle(of('noOrder'), 'link', { orderNo: other }),
    settle(of('day'), 'accept'),
    settle(of('unbooked'), 'book'),
    settle(of('twice'), 'returned', { reason: '已在商户平台退款' }),
    settle(of('amount'), 'shelve', { reason: '等微信答复' }),
  ];
  for (const answer of await Promise.all(acts)) expect(answer.code, answer.text).toBe(200);
  expect((await settle(of('day'), 'accept')).code).toBe(400);
  const left = await odd();
  expect(left.map(({ cause, state, reason }) => [cause, state, reason])).toEqual([['amount', 3, '等微信答复']]);
  expect((await settle(left[0], 'back')).data.state).toBe(2);
  // Four of the six came to the bank; the one whose sum differs is still on its way, the one paid twice was never booked.
  expect(await balances()).toMatchObject({ 渠道在途: 4568, 银行: 9136 + 4 * 4568, 党费收入: -7 * 4568 });
  const { rows: off } = await sql<{ n: number }>`select count(*)::int as n from (
    select voucher_id from dues_entry group by 1 having sum(amount) <> 0) off`.execute(t.db);
  expect(off[0]?.n).toBe(0);
});

test('whose account it is reconciles it; what is no bill is told so', async () => {
  expect((await take([line('DF1', 'X1')], branch)).data.fields.channel).toContain('由它对账');
  expect((await take([line('DF1', 'X1')], committee, { channel: '9' })).data.fields.channel).toBe('请选择是谁的对账单');
  expect((await take([line('DF1', 'X1')], committee, { orgId: ORGS.committeeA2.id })).code).toBe(404);
  expect((await take([line('DF1', 'X1')], member)).code).toBe(403);
  expect((await branch.call(listOdd, {})).total).toBe(0);
  const [row] = await odd();
  expect(
    (await branch.call(resolveOdd, { id: row?.id ?? '', side: 'line', version: 1, act: 'shelve', reason: '试' })).code,
  ).toBe(404);
});

test('exceptions of one cause are dealt with at once: all or none, and those of another cause stand', async () => {
  await take([line('DF-NOBODY-1', '420000900001'), line('DF-NOBODY-2', '420000900002')]);
  const open = async () => (await committee.call(listOdd, { cause: 'noOrder', state: 2, pageSize: 100 })).rows;
  const ids = (await open()).filter(({ orderNo }) => orderNo.startsWith('DF-NOBODY')).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const ask = { act: 'shelve' as const, lineIds: ids };
  expect((await committee.call(resolveMany, { ...ask, cause: 'noOrder' })).data.fields.reason).toBe('请写明为什么搁置');
  const wrong = await committee.call(resolveMany, { ...ask, cause: 'amount', reason: '试' });
  expect(wrong.msg).toContain('都没有改动');
  const booked = await committee.call(resolveMany, { ...ask, act: 'book', cause: 'noOrder' });
  expect([booked.code, (await open()).length >= 2]).toEqual([400, true]);
  // Of two who press at the same moment one deals with all of them.
  const two = await Promise.all([
    committee.call(resolveMany, { ...ask, cause: 'noOrder', reason: '不是党费' }),
    committee.call(resolveMany, { ...ask, cause: 'noOrder', reason: '不是党费' }),
  ]);
  expect(two.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect((await open()).some(({ id }) => ids.includes(id))).toBe(false);
  expect((await branch.call(resolveMany, { ...ask, cause: 'noOrder', reason: '试' })).code).not.toBe(200);
  // A payment of a neighbour reads as not there, however odd it is.
  const { rows } = await sql<{ id: string }>`
    update dues_order set reconcile = 2 where id = (select max(id) from dues_order) returning id`.execute(t.db);
  const one = {
    cause: 'missing' as const,
    act: 'shelve' as const,
    lineIds: [],
    orderIds: rows.map(({ id }) => id),
    reason: '试',
  };
  const neighbour = await t.as('siblingWorker');
  expect([(await neighbour.call(resolveMany, one)).code, (await committee.call(resolveMany, one)).code]).toEqual([
    404, 200,
  ]);
});

test('a payer who was joined by hand is proposed the next time, first among equals, and nothing is booked by itself', async () => {
  const head = `${HEAD},用户标识`;
  const send = (rows: readonly string[]) =>
    upload(
      t,
      committee,
      'bill.csv',
      Buffer.from([head, ...rows].join('\n')),
      { channel: String(WECHAT) },
      importStatement.path,
    );
  const of = (trade: string, payer: string) => `${line('', trade)},\`${payer}`;
  const find = async (trade: string) => (await odd()).find(({ tradeNo }) => tradeNo === trade);
  const first = await order();
  expect((await send([of('p1', 'wx-Zhang')])).code).toBe(200);
  const before = await find('p1');
  expect(before?.partners.map(({ remembered }) => remembered)).not.toContain(true);
  expect((await settle(before, 'link', { orderNo: first })).code).toBe(200);
  const { rows } = await sql<{ bare: number; kept: number }>`
    select (select count(*)::int from dues_statement_line l where l::text like '%wx-Zhang%') as bare,
           (select count(*)::int from dues_payer) as kept`.execute(t.db);
  expect(rows[0]).toEqual({ bare: 0, kept: 1 });
  // Two equal orders of different people; the payer's own comes first though it was paid later.
  const other = await order();
  const [someone] = (t.fixture.members.branchA11 ?? []).filter((id) => id !== t.fixture.principals.member.memberId);
  await sql`update dues_bill set member_id = ${someone}, month = '2019-01' where id in (
    select bill_id from dues_order_bill b join dues_order d on d.id = b.order_id where d.no = ${other})`.execute(t.db);
  const mine = await order();
  expect((await send([of('p2', 'WX-ZHANG'), of('p3', 'wx-Li')])).code).toBe(200);
  const again = await find('p2');
  expect(again).toMatchObject({ state: 2, cause: 'noOrder' });
  // Those of whom this payer paid for before stand first, whatever else of theirs other tests have left.
  const flags = again?.partners.map(({ remembered }) => remembered) ?? [];
  expect(flags[0]).toBe(true);
  expect(flags).toEqual([...flags].sort((one, two) => Number(two) - Number(one)));
  expect(again?.partners.find(({ no }) => no === mine)?.remembered).toBe(true);
  expect(again?.partners.find(({ no }) => no === other)?.remembered ?? false).toBe(false);
  expect((await find('p3'))?.partners.map(({ remembered }) => remembered)).not.toContain(true);
});
