import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import type { ownDues } from '#procedures/dues/contract.pay.ts';
import type * as contract from '#procedures/dues/contract.ts';
import { billStateName, type MonthCell } from '#procedures/dues/contract.ts';
import {
  dueOf,
  monthsBetween,
  monthsText,
  PAY_TYPES,
  type Payer,
  payableFault,
  receiptText,
} from '#procedures/dues/rules.ts';
import { monthAndToday } from '../queries/bills.ts';
import { findServingMerchants } from '../queries/merchants.ts';
import { openOrdersOf } from '../queries/orders.ts';
import * as payments from '../queries/payments.ts';
import * as queries from '../queries/standards.ts';
import { categoryName, NOBODY } from './bills.ts';
import { handedText, refundActs } from './pay.ts';
import { openIncome } from './standards.ts';

/** Signs in a month's cell: 补 paid after its month, 免, 缓, 代 handed over by somebody else. */
function marksOf(cell: queries.CellRecord): string[] {
  const late = cell.paidOn !== null && cell.paidOn.slice(0, 7) > cell.month;
  return [
    ...(late ? ['补'] : []),
    ...(cell.state === 4 ? ['免'] : []),
    ...(cell.state === 5 ? ['缓'] : []),
    ...(cell.handedBy !== null && cell.handedBy !== 1 ? ['代'] : []),
  ];
}

/** The twelve months of a year, with what is due and paid in each. */
function yearOf(year: number, cells: readonly queries.CellRecord[]): MonthCell[] {
  const by = new Map(cells.map((cell) => [cell.month, cell]));
  return monthsBetween(`${year}-01`, `${year}-12`).map((month) => {
    const cell = by.get(month);
    return {
      month,
      billId: cell?.billId ?? null,
      amount: cell ? Number(cell.amount) : null,
      state: cell?.state ?? null,
      stateName: billStateName(cell?.state ?? null),
      marks: cell ? marksOf(cell) : [],
      reason: cell?.reason ?? '',
      paidOn: cell?.paidOn ?? null,
      receipt: receiptText(cell?.receiptYear ?? null, cell?.receiptNo ?? null),
    };
  });
}

/** A person's year: twelve months, and the payments behind them. */
export async function memberYear(
  ctx: Ctx,
  { memberId, year }: ParsedOf<typeof contract.memberYear>,
): Promise<ReplyOf<typeof contract.memberYear>> {
  const person = await queries.findPayer(ctx.db, ctx.scope, memberId);
  if (!person) throw notFound(NOBODY);
  const [cells, paid, standards, { current }] = await Promise.all([
    queries.cellsOf(ctx.db, memberId, year),
    payments.paymentsOf(ctx.db, memberId, year),
    queries.standardsOf(ctx.db, memberId),
    monthAndToday(ctx.db),
  ]);
  const sum = (states: number[]) =>
    cells.filter(({ state }) => states.includes(state)).reduce((all, { amount }) => all + Number(amount), 0);
  return {
    memberId,
    name: person.name,
    orgId: person.orgId,
    orgName: person.orgName,
    personCategoryName: categoryName(person.category),
    year,
    current,
    standardId: standards.find(({ fromMonth }) => fromMonth <= current)?.id ?? '0',
    months: yearOf(year, cells),
    payments: paid.map((row) => ({
      id: row.id,
      receipt: receiptText(row.receiptYear, row.receiptNo),
      paidOn: row.paidOn,
      payTypeName: PAY_TYPES[row.payType as keyof typeof PAY_TYPES] ?? '',
      handedBy: handedText(row),
      months: monthsText(row.firstMonth, row.lastMonth, row.months),
      amount: Number(row.own),
      total: Number(row.total),
      extra: Number(row.extra),
      orgName: row.orgName,
      collector: row.collector,
      state: row.state,
      refundReason: row.refundReason,
      version: row.version,
      can: refundActs(ctx, row),
    })),
    due: sum([1, 2, 3]),
    paid: sum([3]),
    can: {
      pay: ctx.may('dues:collect') && memberId !== ctx.session.memberId,
      standard: ctx.may('dues:standard') && memberId !== ctx.session.memberId,
    },
  };
}

/** The own dues, with the sentence that names the own income. */
export async function own(ctx: Ctx, input: ParsedOf<typeof ownDues>): Promise<ReplyOf<typeof ownDues>> {
  const { memberId } = ctx.session;
  const person = memberId === null ? undefined : await queries.findPayer(ctx.db, { ...wholeScope, memberId }, memberId);
  if (!person) throw notFound('您的账号没有对应的党员信息');
  const { current } = await monthAndToday(ctx.db);
  const now = Number(current.slice(0, 4));
  const year = input.year ?? now;
  const [cells, standards, owed, ways, orders] = await Promise.all([
    queries.cellsOf(ctx.db, person.id, year),
    queries.standardsOf(ctx.db, person.id),
    queries.owedBy(ctx.db, person.id),
    findServingMerchants(ctx.db, person.orgCode),
    openOrdersOf(ctx.db, ctx.session.accountId),
  ]);
  const standard = standards.find(({ fromMonth }) => fromMonth <= current);
  const sentence = standard
    ? dueOf({ payer: standard.payer as Payer, base: openIncome(ctx.vault, standard).base }, standard.fromMonth).sentence
    : '';
  const due = owed.filter(({ month }) => month <= current);
  return {
    name: person.name,
    orgName: person.orgName,
    year,
    years: [now, now - 1, now - 2],
    current,
    amount: standard ? Number(standard.amount) : null,
    sentence,
    owed: { months: due.map(({ month }) => month), amount: due.reduce((all, { amount }) => all + Number(amount), 0) },
    open: owed
      .filter(({ month }) => payableFault(month, current) === null)
      .map(({ billId, month, amount }) => ({ billId, month, amount: Number(amount) })),
    channels: ways.map(({ channel }) => channel),
    orders: orders.map(({ no }) => no),
    cells: yearOf(year, cells),
    paid: cells.filter(({ state }) => state === 3).reduce((all, { amount }) => all + Number(amount), 0),
  };
}
