import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/dues/contract.month.ts';
import { blocksOf, warnsOf } from '#procedures/dues/rules.closing.ts';
import { ratioOf, toHandUp } from '#procedures/dues/rules.handup.ts';
import { MONTH_STATES, receiptText } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import * as queries from '../queries/books.ts';
import * as handups from '../queries/handups.ts';
import { countUnsettledOrders } from '../queries/orders.ts';
import { bookVoucher } from '../queries/payments.ts';
import { monthProgress } from '../queries/progress.ts';
import { countUnreconciled } from '../queries/reconcile.ts';
import { placeOf } from './bills.ts';

const NOT_OPENED = '该月尚未开账';
const yuan = (fen: number) => `${(fen / 100).toFixed(2)}元`;

/** An organisation above another one. */
const isAbove = (ctx: Ctx, code: string) =>
  code.length > ctx.session.orgCode.length && code.startsWith(ctx.session.orgCode);

/** Months of organisations, the newest first. */
export async function months(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listMonths>,
): Promise<ReplyOf<typeof contract.listMonths>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const filter = {
    onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
    month: input.month ?? null,
    year: input.year ?? null,
    state: input.state ?? null,
  };
  const [page, { current }] = await Promise.all([
    queries.pageOfMonths(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    monthAndToday(ctx.db),
  ]);
  const may = ctx.may('dues:account');
  return {
    rows: page.rows.map(({ orgCode, ...row }) => ({
      ...row,
      stateName: MONTH_STATES[row.state as keyof typeof MONTH_STATES] ?? '',
      due: Number(row.due),
      owed: Number(row.owed),
      received: Number(row.received),
      cash: Number(row.cash),
      can: {
        close: may && row.state !== 2 && row.month < current,
        reopen: may && row.state === 2 && isAbove(ctx, orgCode),
        deposit: may && Number(row.cash) > 0,
      },
    })),
    total: page.total,
  };
}

/** What stands against closing a month and who has it; what only should be known is a warning. */
async function obstacles(ctx: Ctx, row: queries.MonthRecord, current: string) {
  const [facts, books, { noStandard }, orders, year, bills] = await Promise.all([
    queries.closingFacts(ctx.db, row.orgId, row.month, ctx.session.accountId),
    queries.balances(ctx.db, row.orgId, row.month),
    monthProgress(ctx.db, ctx.scope, row.orgId, row.month),
    countUnsettledOrders(ctx.db, row.orgId),
    handups.standing(ctx.db, row.orgId, Number(row.month.slice(0, 4))),
    countUnreconciled(ctx.db, row.orgId, row.month),
  ]);
  const known = {
    orgId: row.orgId,
    month: row.month,
    state: row.state,
    isOver: row.month < current,
    cash: Number(row.cash),
    orders,
    bills,
    asked: facts.asked,
    owed: Number(row.owed),
    noStandard,
  };
  const money = `/affairs/dues/histryPartyDues?orgId=${row.orgId}&month=${row.month}`;
  const blocks = blocksOf(known);
  if (facts.collected) blocks.push({ sentence: '本月由您收过党费，结账须由另一人办理', href: money });
  const warns = warnsOf(known);
  const ratio = year && ratioOf(year.type, year.set);
  const open = year && ratio ? toHandUp(Number(year.received), ratio) - Number(year.handed) - Number(year.pending) : 0;
  if (open > 0)
    warns.push({
      sentence: `今年收到的党费还有${yuan(open)}没有上缴`,
      href: `/affairs/dues?orgId=${row.orgId}&tab=handup`,
    });
  return { books, blocks, warns };
}

async function monthOf(ctx: Ctx, orgId: string, month: string, lock = false): Promise<queries.MonthRecord> {
  if (!(await findPlace(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  const row = await queries.findMonth(ctx.db, ctx.scope, orgId, month, lock);
  if (!row) throw refuse(NOT_OPENED);
  return row;
}

/** What blocks the closing, with the books up to the month. */
export async function check(
  ctx: Ctx,
  { orgId, month }: ParsedOf<typeof contract.closingCheck>,
): Promise<ReplyOf<typeof contract.closingCheck>> {
  const row = await monthOf(ctx, orgId, month);
  const { current } = await monthAndToday(ctx.db);
  const { books, ...rest } = await obstacles(ctx, row, current);
  return {
    orgName: row.orgName,
    state: row.state,
    version: row.version,
    books: books.map(({ account, amount }) => ({ account, amount: Number(amount) })),
    ...rest,
  };
}

/** Books cash that was taken to the bank. */
export async function deposit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.depositCash>,
): Promise<ReplyOf<typeof contract.depositCash>> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId);
  if (!place) throw notFound('组织不存在');
  const { today } = await monthAndToday(ctx.db);
  if (input.paidOn > today) throw badInput({ paidOn: '存入日期不能晚于今天' });
  const month = input.paidOn.slice(0, 7);
  if ((await queries.lockBooks(ctx.db, place.id, month)) === 2) throw badInput({ paidOn: `${month}已结账` });
  const held = await queries.cash(ctx.db, place.id);
  if (input.amount > held) throw badInput({ amount: `账上现金只有${yuan(held)}` });
  const summary = `现金存银行，缴款单${input.slip}`;
  await bookVoucher(
    ctx.db,
    { orgId: place.id, orgCode: place.code, month, kind: 'deposit', summary, by: ctx.session.accountName },
    { 银行: input.amount, 现金: -input.amount },
  );
  ctx.audit({
    type: 'duesMonth',
    id: place.id,
    name: `${place.name}${month}`,
    orgCode: place.code,
    changes: { cash: [held, held - input.amount] },
  });
  return { cash: held - input.amount };
}

function checkVersion(row: queries.MonthRecord, version: number): void {
  if (row.version !== version) throw conflict('该月的账已有变化，请核对后再操作');
}

/** Closes a month: nothing is booked into it any more. */
export async function close(
  ctx: Ctx,
  input: ParsedOf<typeof contract.closeMonth>,
): Promise<ReplyOf<typeof contract.closeMonth>> {
  const row = await monthOf(ctx, input.orgId, input.month, true);
  if (row.state === 2) throw refuse('该月已结账');
  checkVersion(row, input.version);
  const { current } = await monthAndToday(ctx.db);
  const { blocks } = await obstacles(ctx, row, current);
  if (blocks.length > 0) throw refuse(blocks.map(({ sentence }) => sentence).join('；'));
  const version = await queries.setMonth(ctx.db, row.orgId, row.month, { state: 2, by: ctx.session.accountName });
  ctx.audit({
    type: 'duesMonth',
    id: row.orgId,
    name: `${row.orgName}${row.month}`,
    orgCode: row.orgCode,
    changes: { state: [row.state, 2] },
  });
  return { version };
}

/** Opens a closed month again, from above and with a reason. */
export async function reopen(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reopenMonth>,
): Promise<ReplyOf<typeof contract.reopenMonth>> {
  const row = await monthOf(ctx, input.orgId, input.month, true);
  if (row.state !== 2) throw refuse('该月没有结账，不用重新打开');
  if (!isAbove(ctx, row.orgCode)) throw refuse('已结的账由上级组织重新打开');
  checkVersion(row, input.version);
  const version = await queries.setMonth(ctx.db, row.orgId, row.month, {
    state: 3,
    by: ctx.session.accountName,
    reason: input.reason,
  });
  ctx.audit({
    type: 'duesMonth',
    id: row.orgId,
    name: `${row.orgName}${row.month}`,
    orgCode: row.orgCode,
    reason: input.reason,
    changes: { state: [2, 3] },
  });
  return { version };
}

/** Vouchers of an organisation, the newest first. */
export async function vouchers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listVouchers>,
): Promise<ReplyOf<typeof contract.listVouchers>> {
  const { orgId } = placeOf(ctx, input.orgId);
  const page = await queries.pageOfVouchers(
    ctx.db,
    orgId,
    input.month ?? null,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: page.rows.map(({ receiptYear, receiptNo, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      receipt: receiptText(receiptYear, receiptNo),
    })),
    total: page.total,
  };
}
