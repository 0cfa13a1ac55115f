import type { Home } from '#people/org/server/residents.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import type * as contract from '#procedures/dues/contract.pay.ts';
import { LARGE_SUM, receiptText } from '#procedures/dues/rules.ts';
import { monthAndToday } from '../queries/bills.ts';
import { cashAndBank, lockBooks } from '../queries/books.ts';
import { insertRefund } from '../queries/orders.ts';
import * as payments from '../queries/payments.ts';
import * as queries from '../queries/refunds.ts';
import { orderNo } from './orders.ts';
import { refundActs } from './pay.ts';

const MISSING = '没有这张收据，或不在管理范围内';

/** Taken in cash at the branch: what came online goes back by the way it came, as a whole. */
const isCash = (row: payments.PaymentRecord) => row.orderId === null && row.payType === 1;

/** The months of a receipt, so that some of them alone are taken back. */
export async function refundable(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.refundable>,
): Promise<ReplyOf<typeof contract.refundable>> {
  const row = await payments.findPayment(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  const bills = await queries.billsOfPayment(ctx.db, id);
  return {
    isWhole: !isCash(row) || bills.length < 2,
    bills: bills.map((bill) => ({
      ...bill,
      amount: Number(bill.amount),
      isAsked: row.refundBills.includes(bill.billId),
    })),
  };
}

async function lockRow(ctx: Ctx, id: string, version: number, state: 'valid' | 'asked'): Promise<payments.HeldPayment> {
  const row = await payments.lockPayment(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  if (row.state !== state) throw refuse(row.state === 'refunded' ? '这张收据已冲销' : '已被处理，请刷新后再看');
  if (row.version !== version) throw conflict('这张收据已有变化，请核对后再操作');
  return row;
}

/** Which of a receipt's months are to go back; none where all of them are named. Throws where one is not of this receipt. */
async function partsOf(ctx: Ctx, row: payments.HeldPayment, billIds: readonly string[] = []): Promise<string[]> {
  const chosen = new Set(billIds);
  if (chosen.size === 0) return [];
  const own = await queries.billsOfPayment(ctx.db, row.id);
  if (own.filter(({ billId }) => chosen.has(billId)).length !== chosen.size) throw notFound('选择的月份不在这张收据上');
  if (chosen.size === own.length) return [];
  if (!isCash(row)) throw refuse('线上缴纳的收据只能整张冲销');
  return [...chosen];
}

/** Asks that a payment be refunded, or some of its months; somebody else decides. */
export async function askRefund(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askRefund>,
): Promise<ReplyOf<typeof contract.askRefund>> {
  const row = await lockRow(ctx, input.id, input.version, 'valid');
  const { accountId, accountName } = ctx.session;
  const billIds = await partsOf(ctx, row, input.billIds);
  const version = await queries.setRefund(ctx.db, row.id, {
    by: accountId,
    name: accountName,
    reason: input.reason,
    billIds,
  });
  ctx.audit({
    type: 'duesPayment',
    id: row.id,
    name: receiptText(row.receiptYear, row.receiptNo),
    orgCode: row.book.code,
    reason: input.reason,
  });
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['duesRefund']);
  return { version };
}

const yuan = (fen: number) => `${(fen / 100).toFixed(2)}元`;

/** Out of which accounts cash is given back: what lies in the box first, then the bank; never more than is there. */
async function givenBack(db: Db, { id, name }: Home, total: number): Promise<payments.Entries> {
  const { cash, bank } = await cashAndBank(db, id);
  const fromBox = Math.min(total, Math.max(cash, 0));
  if (total - fromBox > bank)
    throw refuse(
      `${name}账上现金和银行存款只有${yuan(cash + bank)}，不够退还${yuan(total)}，请先向上级申请下拨，或收到党费后再办理`,
    );
  return { 现金: -fromBox, 银行: fromBox - total };
}

/**
 * Refunds by a counter-voucher in this month's book, or leaves the payment as it is. Where some of its months alone go back the rest stands
 * on a new receipt with the day on which it was paid, so that no receipt is ever changed.
 */
export async function decideRefund(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideRefund>,
): Promise<ReplyOf<typeof contract.decideRefund>> {
  const row = await lockRow(ctx, input.id, input.version, 'asked');
  if (!refundActs(ctx, row).decide) throw refuse('申请冲销的人和收款人不能批准，请由另一人办理');
  const receipt = receiptText(row.receiptYear, row.receiptNo);
  const audit = { type: 'duesPayment', id: row.id, name: receipt, orgCode: row.book.code };
  await closeTodos(ctx.db, [`duesRefund:${row.id}`]);
  if (!input.agree) {
    const version = await queries.setRefund(ctx.db, row.id, null);
    ctx.audit({ ...audit, reason: '不同意冲销' });
    return { version };
  }
  const { current, today } = await monthAndToday(ctx.db);
  const { book } = row;
  if ((await lockBooks(ctx.db, book.id, current)) === 2) throw refuse('本月已结账，冲销请在下月办理');
  const [total, extra] = [Number(row.total), Number(row.extra)];
  const lines = await queries.billsOfPayment(ctx.db, row.id);
  const rest = row.refundBills.length === 0 ? [] : lines.filter(({ billId }) => !row.refundBills.includes(billId));
  // What was given beyond the due stays with the months that stay.
  const kept = rest.length === 0 ? 0 : extra + rest.reduce((sum, { amount }) => sum + Number(amount), 0);
  const back = row.orderId === null ? await givenBack(ctx.db, book, total - kept) : { 待退款: -total };
  const version = await queries.markRefunded(ctx.db, row.id, book, ctx.session.accountName);
  const isLarge = extra >= LARGE_SUM;
  await payments.bookVoucher(
    ctx.db,
    {
      orgId: book.id,
      orgCode: book.code,
      month: current,
      kind: 'refund',
      summary: `冲销${book.id === row.orgId ? '' : row.orgName}${receipt}：${row.refundReason}`,
      paymentId: row.id,
      by: ctx.session.accountName,
    },
    {
      ...back,
      ...(kept > 0 && { 现金: (back.现金 ?? 0) - kept }),
      党费收入: isLarge ? total - extra : total,
      大额党费: isLarge ? extra : 0,
    },
  );
  if (kept > 0) await reissue(ctx, row, { rest, kept, month: current, of: receipt });
  if (row.orderId !== null) {
    // What came online goes back by the same way, as soon as the provider carries it out.
    await insertRefund(ctx.db, {
      no: orderNo('TK', today),
      orderId: row.orderId,
      paymentId: row.id,
      orgId: book.id,
      orgCode: book.code,
      amount: total,
      by: ctx.session.accountName,
    });
  }
  ctx.audit({ ...audit, reason: row.refundReason, changes: { total: [total, 0], months: [lines.length, 0] } });
  return { version };
}

/** The months of a receipt that do not go back, on a receipt of their own in the open month. */
async function reissue(
  ctx: Ctx,
  row: payments.HeldPayment,
  { rest, kept, month, of }: { rest: readonly queries.PaidBill[]; kept: number; month: string; of: string },
): Promise<void> {
  const { book } = row;
  const ids = rest.map(({ billId }) => billId);
  if ((await queries.countDue(ctx.db, ids)) !== ids.length) throw refuse('收据里有人的档案已经合并，请整张冲销');
  const extra = Number(row.extra);
  const isLarge = extra >= LARGE_SUM;
  const year = Number(row.paidOn.slice(0, 4));
  const receiptNo = await payments.nextReceipt(ctx.db, book.id, year);
  const receipt = receiptText(year, receiptNo);
  const id = await payments.insertPayment(ctx.db, {
    orgId: book.id,
    orgCode: book.code,
    payType: row.payType,
    handedBy: row.handedBy,
    handedName: row.handedName,
    total: kept,
    extra,
    paidOn: row.paidOn,
    month,
    receiptNo,
    note: `${of}冲销一部分后重开`,
    accountId: row.accountId,
    collector: row.collector,
    reissuedFrom: row.reissuedFrom ?? row.id,
    bills: rest.map(({ billId, amount }) => ({ id: billId, amount: Number(amount) })),
  });
  await payments.bookVoucher(
    ctx.db,
    {
      orgId: book.id,
      orgCode: book.code,
      month,
      kind: 'collect',
      summary: `重开收据${receipt}：${of}冲销一部分`,
      paymentId: id,
      by: ctx.session.accountName,
    },
    { 现金: kept, 党费收入: isLarge ? extra - kept : -kept, 大额党费: isLarge ? -extra : 0 },
  );
  ctx.audit({
    type: 'duesPayment',
    id,
    name: receipt,
    orgCode: book.code,
    changes: { total: [0, kept], months: [0, ids.length], paidOn: [null, row.paidOn] },
  });
}
