import { CODE, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/dues/contract.order.ts';
import { CHANNELS, ORDER_STATES } from '#procedures/dues/rules.order.ts';
import { handedNameFault, isOldArrear, monthsText, OLD_WITHOUT_REASON, PAY_TYPES } from '#procedures/dues/rules.ts';
import { providerOf } from '../online/providers.ts';
import { monthAndToday } from '../queries/bills.ts';
import { merchantById } from '../queries/merchants.ts';
import * as queries from '../queries/orders.ts';
import { lockBills, payers } from '../queries/payments.ts';
import { placeOf } from './bills.ts';
import { merchantOf } from './merchants.ts';
import { assertFree, bookOrderPayment, endOrder, makeOrder, orderNo, placeOrder } from './orders.ts';

const MISSING = '没有这个订单';
const NO_BILL = '有应缴党费不存在或不在管理范围内';

/** Orders for the own months, by whoever is signed in. */
export async function orderOwn(
  ctx: Ctx,
  { billIds, channel }: ParsedOf<typeof contract.orderOwn>,
): Promise<ReplyOf<typeof contract.orderOwn>> {
  const { memberId, accountId, accountName } = ctx.session;
  const ids = [...new Set(billIds)];
  const bills = (await lockBills(ctx.db, wholeScope, ids)).filter((bill) => bill.memberId === memberId);
  if (bills.length !== ids.length) throw notFound(NO_BILL);
  assertFree(bills);
  const made = await makeOrder(ctx.db, {
    bills,
    channel,
    payType: 2,
    handedBy: 1,
    handedName: '',
    note: '',
    accountId,
    payerName: accountName,
  });
  ctx.audit({
    type: 'duesOrder',
    id: made.id,
    name: `订单${made.no}`,
    orgCode: made.orgCode,
    changes: { total: [0, made.total] },
  });
  return { no: made.no };
}

/** One code for the months of several people. */
export async function orderBulk(
  ctx: Ctx,
  input: ParsedOf<typeof contract.orderBulk>,
): Promise<ReplyOf<typeof contract.orderBulk>> {
  const ids = [...new Set(input.billIds)];
  const bills = await lockBills(ctx.db, ctx.scope, ids);
  if (bills.length !== ids.length) throw notFound(NO_BILL);
  assertFree(bills);
  const { current } = await monthAndToday(ctx.db);
  const faults: Record<string, string> = {};
  const handed = handedNameFault(input.handedBy, input.handedName);
  if (handed) faults.handedName = handed;
  if (input.note === '' && bills.some(({ month }) => isOldArrear(month, current))) faults.note = OLD_WITHOUT_REASON;
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const made = await makeOrder(ctx.db, {
    bills,
    channel: input.channel,
    payType: 4,
    handedBy: input.handedBy,
    handedName: input.handedBy === 1 ? '' : input.handedName,
    note: input.note,
    accountId: ctx.session.accountId,
    payerName: ctx.session.accountName,
  });
  ctx.audit({
    type: 'duesOrder',
    id: made.id,
    name: `订单${made.no}`,
    orgCode: made.orgCode,
    changes: { total: [0, made.total] },
  });
  return { no: made.no };
}

const monthsOf = (order: queries.OrderRecord) => monthsText(order.firstMonth, order.lastMonth, order.months);

/** An order as its payer sees it. */
export async function shown(ctx: Ctx, order: queries.OrderRecord): Promise<ReplyOf<typeof contract.readOrder>> {
  const merchant = await merchantById(ctx.db, order.merchantId);
  return {
    no: order.no,
    channel: order.channel,
    channelName: CHANNELS[order.channel],
    total: Number(order.total),
    names: order.names,
    months: monthsOf(order),
    state: order.state,
    stateName: ORDER_STATES[order.state],
    reason: order.reason,
    payUrl: order.state === 1 ? order.payUrl : '',
    isSandbox: merchant?.isSandbox ?? false,
    expiresAt: order.expiresAt.toISOString(),
    left: Math.max(0, Math.round((order.expiresAt.getTime() - Date.now()) / 1000)),
  };
}

async function own(ctx: Ctx, no: string): Promise<queries.OrderRecord> {
  const order = await queries.ownOrder(ctx.db, ctx.session.accountId, no);
  if (!order) throw notFound(MISSING);
  return order;
}

/** Places the own order at the provider and answers its code. */
export async function placed(
  ctx: Ctx,
  { no }: ParsedOf<typeof contract.placeOrder>,
): Promise<ReplyOf<typeof contract.placeOrder>> {
  const order = await own(ctx, no);
  if (order.expiresAt.getTime() > Date.now()) await placeOrder(ctx.services, order);
  return shown(ctx, await own(ctx, no));
}

/** How far the own order is. */
export const read = async (ctx: Ctx, { no }: ParsedOf<typeof contract.readOrder>) => shown(ctx, await own(ctx, no));

/** Ends the own order at its provider, before the transaction that says so in the log. */
export const askBeforeCancel = async (ctx: Ctx, { no }: ParsedOf<typeof contract.cancelOrder>) =>
  endOrder(ctx.services, await own(ctx, no), '付款人取消');

export async function cancelled(
  ctx: Ctx,
  { no }: ParsedOf<typeof contract.cancelOrder>,
): Promise<ReplyOf<typeof contract.cancelOrder>> {
  const order = await own(ctx, no);
  ctx.audit({
    type: 'duesOrder',
    id: order.id,
    name: `订单${no}`,
    orgCode: order.orgCode,
    reason: ORDER_STATES[order.state],
  });
  return shown(ctx, order);
}

/** Online orders of the organisations of the scope, the newest first. */
export async function orders(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOrders>,
): Promise<ReplyOf<typeof contract.listOrders>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const filter = { onlyOrg: input.searchRange === 'onlySelf' ? orgId : null, state: input.state ?? null };
  const list = await queries.pageOfOrders(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return {
    rows: list.rows.map((row) => ({
      id: row.id,
      no: row.no,
      orgName: row.orgName,
      channelName: CHANNELS[row.channel],
      payTypeName: PAY_TYPES[row.payType],
      total: Number(row.total),
      received: row.received === null ? null : Number(row.received),
      names: row.names,
      months: monthsOf(row),
      state: row.state,
      stateName: ORDER_STATES[row.state],
      reason: row.reason,
      payerName: row.payerName,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      version: row.version,
      can: { refund: row.state === 4 && ctx.may('dues:account') },
    })),
    total: list.total,
  };
}

/** Gives back money that could not be booked, by the way it came. */
export async function refund(ctx: Ctx, input: ParsedOf<typeof contract.refundOrder>): Promise<null> {
  const found = await queries.findOrder(ctx.db, ctx.scope, input.id);
  const order = found && (await queries.lockOrder(ctx.db, found.id));
  if (!order) throw notFound(MISSING);
  if (order.state !== 4) throw refuse('这个订单没有待退的款');
  if (order.version !== input.version) throw conflict('这个订单已有变化，请刷新后再看');
  if (!order.received || Number(order.received) === 0) throw refuse('支付平台没有收到款，不用退');
  const { today } = await monthAndToday(ctx.db);
  await queries.insertRefund(ctx.db, {
    no: orderNo('TK', today),
    orderId: order.id,
    paymentId: null,
    orgId: order.orgId,
    orgCode: order.orgCode,
    amount: Number(order.received),
    by: ctx.session.accountName,
  });
  await queries.endOrder(ctx.db, order.id, { state: 4, reason: `${order.reason}；正在原路退款` });
  ctx.audit({ type: 'duesOrder', id: order.id, name: `订单${order.no}`, orgCode: order.orgCode, reason: input.reason });
  return null;
}

async function chosen(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const { current } = await monthAndToday(ctx.db);
  const people = await payers(ctx.db, ctx.scope, wanted, current);
  if (people.length !== wanted.length) throw notFound('有党员不存在或不在管理范围内');
  return people;
}

/** The orders by which months of the chosen people are held. */
export async function holding(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.holdingOrders>,
): Promise<ReplyOf<typeof contract.holdingOrders>> {
  const people = await chosen(ctx, ids);
  const held = await queries.ordersHolding(ctx.db, ctx.scope, ids);
  return {
    people: people.map(({ id, name }) => ({ memberId: id, name })),
    orders: held.map((order) => ({
      id: order.id,
      no: order.no,
      channelName: CHANNELS[order.channel],
      names: order.names,
      months: monthsOf(order),
      total: Number(order.total),
      payerName: order.payerName,
      createdAt: order.createdAt.toISOString(),
    })),
  };
}

/** The orders that are turned, noted before they end. */
const turned = new WeakMap<object, queries.OrderRecord[]>();

/** Ends the orders at their providers; the first that does not answer stops, and what was ended stays ended. */
export async function askBeforeTurn(ctx: Ctx, { ids }: ParsedOf<typeof contract.turnLine>): Promise<void> {
  await chosen(ctx, ids);
  const held = await queries.ordersHolding(ctx.db, ctx.scope, ids);
  for (const order of held) await endOrder(ctx.services, order, `由${ctx.session.accountName}转线下缴纳`);
  turned.set(ctx.request, held);
}

/** Says what became of each order: closed, or paid already and booked online. */
export async function turnLine(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.turnLine>,
): Promise<ReplyOf<typeof contract.turnLine>> {
  const people = await chosen(ctx, ids);
  const outcomes = [];
  for (const before of turned.get(ctx.request) ?? []) {
    const order = await queries.findOrder(ctx.db, ctx.scope, before.id);
    if (!order) continue;
    const outcome =
      order.state === 2
        ? '付款人已在线支付，已按在线缴纳入账，不要再收现金'
        : order.state === 3
          ? '订单已关闭，可以收现金'
          : order.state === 4
            ? `已在线支付但不能入账：${order.reason}，待退款`
            : ORDER_STATES[order.state];
    ctx.audit({ type: 'duesOrder', id: order.id, name: `订单${order.no}`, orgCode: order.orgCode, reason: outcome });
    outcomes.push({
      no: order.no,
      names: order.names,
      months: monthsOf(order),
      total: Number(order.total),
      outcome,
      closed: order.state === 3,
    });
  }
  return { orders: outcomes, ids: people.map(({ id }) => id) };
}

/** Not the provider's, or not ours: it may try again. */
const unread = () => new Refusal(CODE.business, '通知不能识别', null, 400);

/**
 * News of a provider. Its signature, merchant, order and sum are verified; doubled, late and reordered ones change nothing
 * any more (`bookOrderPayment`).
 */
export async function notice(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.payNotice>,
): Promise<ReplyOf<typeof contract.payNotice>> {
  const row = await merchantById(ctx.db, id);
  if (!row) throw unread();
  const merchant = merchantOf(ctx.services, row);
  const provider = providerOf(row.channel);
  const body = Buffer.isBuffer(ctx.request.body) ? ctx.request.body : Buffer.alloc(0);
  const found = provider.readNotice(merchant, ctx.request.headers, body);
  if (!found || found.merchantNo !== merchant.merchantNo) throw unread();
  const order = await queries.orderByNo(ctx.db, row.id, found.no);
  if (!order) throw unread();
  for (const detail of await bookOrderPayment(ctx.db, order.id, found)) ctx.audit(detail);
  const thanks = Buffer.from(provider.thanks.body);
  return { name: 'answer', mime: provider.thanks.mime, body: thanks, size: thanks.length, inline: true };
}
