import { randomBytes } from 'node:crypto';
import type { AuditDetail, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { badInput, Refusal, refuse } from '#platform/server/errors.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { logFault } from '#platform/server/log/log.ts';
import { ASK_MINUTES, BEING_PAID, type Channel, ORDER_MINUTES } from '#procedures/dues/rules.order.ts';
import { payableFault, receiptText } from '#procedures/dues/rules.ts';
import type { Found } from '../online/provider.ts';
import { providerOf } from '../online/providers.ts';
import { monthAndToday } from '../queries/bills.ts';
import { shareMonth } from '../queries/books.ts';
import { findServingMerchants, merchantById } from '../queries/merchants.ts';
import * as queries from '../queries/orders.ts';
import { bookVoucher, insertPayment, nextReceipt, type OpenBill } from '../queries/payments.ts';
import { merchantOf } from './merchants.ts';

const BY = '在线缴纳';
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A number that nobody guesses: the day and 50 bits. */
export const orderNo = (prefix: string, today: string): string =>
  `${prefix}${today.replaceAll('-', '')}${[...randomBytes(10)].map((byte) => ALPHABET[byte % 32]).join('')}`;

export interface Wanted {
  bills: readonly OpenBill[];
  channel: Channel;
  payType: 2 | 4;
  handedBy: number;
  handedName: string;
  note: string;
  accountId: string;
  payerName: string;
}

/** Refuses months that another order holds, or that are no longer due. */
export function assertFree(bills: readonly OpenBill[]): void {
  if (bills.some(({ state }) => state === 2)) throw refuse(BEING_PAID);
  const taken = bills.filter(({ state }) => state !== 1);
  if (taken.length === 0) return;
  const takenTexts = taken
    .slice(0, 5)
    .map(({ name, month, state }) => `${name}${month}${state === 3 ? '已缴' : '不是应缴'}`);
  throw refuse(`${takenTexts.join('、')}${taken.length > 5 ? `等${taken.length}笔` : ''}，请重新选择`);
}

/** Writes an order over locked bills, in the caller's transaction; the provider hears of it by `placeOrder`. */
export async function makeOrder(
  db: Db,
  wanted: Wanted,
): Promise<{ id: string; no: string; total: number; orgCode: string }> {
  const { bills, channel } = wanted;
  const { current, today } = await monthAndToday(db);
  const ahead = bills.map(({ month }) => payableFault(month, current)).find(Boolean);
  if (ahead) throw badInput({ billIds: ahead });
  const total = bills.reduce((sum, { amount }) => sum + Number(amount), 0);
  if (total === 0) throw badInput({ billIds: '所选月份应缴为零，不用缴纳' });
  const [first] = bills;
  if (!first) throw badInput({ billIds: '请选择要缴的月份' });
  const accounts = new Set<string>();
  for (const orgCode of new Set(bills.map((bill) => bill.orgCode))) {
    const merchant = (await findServingMerchants(db, orgCode)).find((one) => one.channel === channel);
    if (!merchant) throw badInput({ channel: '上级组织没有开通这种支付方式，请换一种，或向党支部缴纳' });
    accounts.add(merchant.id);
  }
  if (accounts.size > 1) throw badInput({ billIds: '所选月份属于不同的收款账户，请分次缴纳' });
  const no = orderNo('DF', today);
  const id = await queries.insertOrder(db, {
    ...wanted,
    no,
    merchantId: [...accounts][0] ?? '',
    orgId: first.orgId,
    orgCode: first.orgCode,
    total,
    minutes: ORDER_MINUTES,
    askAfter: ASK_MINUTES[0],
    bills: bills.map((bill) => ({ id: bill.id, amount: Number(bill.amount) })),
  });
  return { id, no, total, orgCode: first.orgCode };
}

async function merchantOfOrder(services: Services, order: queries.OrderRecord) {
  const row = await merchantById(services.db, order.merchantId);
  if (!row) throw refuse('收款账户已不存在');
  return merchantOf(services, row);
}

/** Tells the provider of an order that it does not know yet; answers where it is paid. No transaction is open meanwhile. */
export async function placeOrder(services: Services, order: queries.OrderRecord): Promise<string> {
  if (order.state !== 1 || order.payUrl !== '') return order.payUrl;
  const payUrl = await providerOf(order.channel).create(await merchantOfOrder(services, order), {
    no: order.no,
    total: Number(order.total),
    title: `${order.orgName}党费`.slice(0, 40),
    expiresAt: order.expiresAt,
  });
  await queries.keepPayUrl(services.db, order.id, payUrl);
  return payUrl;
}

/** The day of a moment in the deployment's zone. */
const dayOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Books the money of an order branch by branch, each with its receipt. */
async function bookOrder(db: Db, order: queries.OrderRecord, bills: readonly queries.HeldBill[], found: Found) {
  const { today } = await monthAndToday(db);
  // Never later than today, should the provider's clock be ahead.
  const [paidOn = today] = [found.paidAt ? dayOf(found.paidAt) : today, today].toSorted();
  const details: AuditDetail[] = [];
  const orgs = [...Map.groupBy(bills, ({ orgId }) => orgId)].sort(([, a], [, b]) =>
    (a[0]?.orgCode ?? '') < (b[0]?.orgCode ?? '') ? -1 : 1,
  );
  for (const [orgId, own] of orgs) {
    const orgCode = own[0]?.orgCode ?? '';
    const due = own.reduce((sum, { ordered }) => sum + Number(ordered), 0);
    if (due === 0) continue;
    // News that comes after the closing stands in the month that is open.
    const isClosed = (await shareMonth(db, orgId, paidOn.slice(0, 7))) === 2;
    const month = (isClosed ? today : paidOn).slice(0, 7);
    const receiptNo = await nextReceipt(db, orgId, Number(paidOn.slice(0, 4)));
    const receipt = receiptText(Number(paidOn.slice(0, 4)), receiptNo);
    const id = await insertPayment(db, {
      orgId,
      orgCode,
      payType: order.payType,
      handedBy: order.handedBy,
      handedName: order.handedName,
      total: due,
      extra: 0,
      paidOn,
      month,
      receiptNo,
      note: order.note,
      // Whoever showed the code took no money: the provider did.
      accountId: null,
      collector: BY,
      orderId: order.id,
      bills: own.map((bill) => ({ id: bill.id, amount: Number(bill.ordered) })),
    });
    await bookVoucher(
      db,
      {
        orgId,
        orgCode,
        month,
        kind: 'collect',
        summary: `在线收党费${receipt}，订单${order.no}`,
        paymentId: id,
        by: BY,
      },
      { 渠道在途: due, 党费收入: -due },
    );
    details.push({
      type: 'duesPayment',
      id,
      name: receipt,
      orgCode,
      changes: { total: [0, due], paidOn: [null, paidOn] },
    });
  }
  return details;
}

/** Why an order that was paid cannot be booked; null where it can. */
function oddity(order: queries.OrderRecord, bills: readonly queries.HeldBill[], found: Found): string | null {
  if (found.total !== Number(order.total)) return '实付金额与订单不符';
  const wanted = order.state === 1 ? 2 : 1;
  const isFree = bills.every(({ state, amount, ordered }) => state === wanted && amount === ordered);
  if (isFree) return null;
  return bills.some(({ state }) => state === 3) ? '该月已另行缴纳，重复付款' : '该月已不用缴纳或金额已变';
}

/**
 * Money has come for an order, by whatever news and however often: it is booked once, or, where it cannot be (another sum,
 * a month that is paid already or not due any more), kept as 待退款. To be called in a transaction.
 * @returns what to audit; empty where it was known already
 */
export async function bookOrderPayment(db: Db, orderId: string, found: Found): Promise<AuditDetail[]> {
  const order = await queries.lockOrder(db, orderId);
  if (!order || found.state !== 'paid') return [];
  if (order.state !== 1 && order.state !== 3) return [];
  const bills = await queries.lockOrderBills(db, order.id);
  const paid = { providerNo: found.providerNo, received: found.total, paidAt: found.paidAt ?? new Date() };
  const odd = oddity(order, bills, found);
  if (odd === null) {
    const details = await bookOrder(db, order, bills, found);
    await queries.releaseBills(db, order.id);
    await queries.endOrder(db, order.id, { state: 2, ...paid });
    return details;
  }
  await queries.releaseBills(db, order.id);
  await queries.endOrder(db, order.id, { state: 4, reason: odd, ...paid });
  const { current } = await monthAndToday(db);
  const { orgId, orgCode, no } = order;
  if (found.total > 0) {
    await bookVoucher(
      db,
      { orgId, orgCode, month: current, kind: 'suspense', summary: `订单${no}待退款：${odd}`, by: BY },
      { 渠道在途: found.total, 待退款: -found.total },
    );
  }
  return [{ type: 'duesOrder', id: order.id, name: `订单${no}`, orgCode, reason: odd }];
}

/** The same outside a request, with its row in the log. */
async function settleAlone({ db }: Services, orderId: string, found: Found): Promise<void> {
  await transact(db, async (tx) => {
    const details = await bookOrderPayment(tx, orderId, found);
    if (details.length === 0) return;
    const act = { action: '在线缴费到账', endpoint: 'dues.orders', outcome: 'done', ip: '', traceId: '' } as const;
    await writeAudit(tx, null, act, details);
  });
}

/** The order is over unpaid: its months are due again. */
async function letGo({ db }: Services, orderId: string, reason: string): Promise<void> {
  await transact(db, async (tx) => {
    const order = await queries.lockOrder(tx, orderId);
    if (order?.state !== 1) return;
    await queries.lockOrderBills(tx, orderId);
    await queries.releaseBills(tx, orderId);
    await queries.endOrder(tx, orderId, { state: 3, reason });
  });
}

/**
 * Ends an order: asks the provider first, books what was paid there, else closes it there and here. Runs outside of
 * transactions; while the provider does not answer nothing is closed, since it might still take the money.
 */
export async function endOrder(services: Services, order: queries.OrderRecord, reason: string): Promise<void> {
  if (order.state !== 1) return;
  const merchant = await merchantOfOrder(services, order);
  const provider = providerOf(order.channel);
  const found = await provider.query(merchant, order.no);
  if (found.state === 'paid') return settleAlone(services, order.id, found);
  if (found.state === 'open') {
    try {
      await provider.close(merchant, order.no);
    } catch (error) {
      // Paid between the question and the closing.
      const again = await provider.query(merchant, order.no);
      if (again.state === 'paid') return settleAlone(services, order.id, again);
      if (again.state === 'open') throw error;
    }
  }
  await letGo(services, order.id, reason);
}

/** Asks after orders of which nothing was heard: after 1, 5 and 15 minutes; then they are closed. */
export async function askDueOrders(services: Services): Promise<void> {
  for (const { id } of await queries.dueOrders(services.db, 100)) {
    const order = await services.db.transaction().execute((tx) => queries.lockOrder(tx, id));
    if (order?.state !== 1) continue;
    const isLast = order.expiresAt.getTime() <= Date.now();
    try {
      if (isLast) await endOrder(services, order, '15分钟内没有支付');
      else {
        const found = await providerOf(order.channel).query(await merchantOfOrder(services, order), order.no);
        if (found.state === 'paid') await settleAlone(services, id, found);
      }
    } catch (error) {
      logFault(`dues order ${order.no}`, error instanceof Refusal ? error.message : 'unknown fault');
    }
    const now = ASK_MINUTES[order.asked] ?? ORDER_MINUTES;
    const next = ASK_MINUTES[order.asked + 1];
    await queries.askAgain(services.db, id, next === undefined ? 5 : next - now);
  }
}

const MAX_TRIES = 20;

/** Has refunds carried out by the providers, again and again until they say that it is done. */
export async function sendRefunds(services: Services): Promise<void> {
  for (const { id } of await queries.dueRefunds(services.db, 50)) {
    const refund = await services.db.transaction().execute((tx) => queries.lockRefund(tx, id));
    const order = refund && (await services.db.transaction().execute((tx) => queries.lockOrder(tx, refund.orderId)));
    if (!refund || !order || refund.state !== 'waiting') continue;
    const later = Math.min(2 ** refund.tries, 240);
    try {
      const isDone = await providerOf(order.channel).refund(await merchantOfOrder(services, order), {
        no: refund.no,
        orderNo: order.no,
        amount: Number(refund.amount),
        total: Number(order.received ?? order.total),
      });
      if (isDone) await finishRefund(services, id);
      else await queries.refundLater(services.db, id, '支付平台正在退款', later);
    } catch (error) {
      const fault = error instanceof Refusal ? error.message : '退款没有成功';
      if (refund.tries === MAX_TRIES) logFault(`dues refund ${refund.no}`, fault);
      await queries.refundLater(services.db, id, fault, later);
    }
  }
}

/** The money has gone back: what was owed to the payer leaves the books. */
async function finishRefund({ db }: Services, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await queries.lockRefund(tx, id);
    if (refund?.state !== 'waiting') return;
    const { current } = await monthAndToday(tx);
    const { orgId, orgCode, no } = refund;
    const amount = Number(refund.amount);
    await queries.refundDone(tx, id);
    await bookVoucher(
      tx,
      { orgId, orgCode, month: current, kind: 'repaid', summary: `原路退款${no}`, by: refund.createdBy },
      { 待退款: amount, 渠道在途: -amount },
    );
    if (refund.paymentId === null) await queries.endOrder(tx, refund.orderId, { state: 5 });
  });
}
