import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/dues/contract.pay.ts';
import {
  countedFault,
  HANDED_BY,
  handedNameFault,
  isOldArrear,
  LARGE_SUM,
  monthsText,
  OLD_WITHOUT_REASON,
  PAY_TYPES,
  payableFault,
  receiptText,
} from '#procedures/dues/rules.ts';
import { monthAndToday } from '../queries/bills.ts';
import { shareMonth } from '../queries/books.ts';
import { findServingMerchants } from '../queries/merchants.ts';
import * as queries from '../queries/payments.ts';
import { placeOf } from './bills.ts';

/** Which months of whom may be taken now. One foreign person refuses all. */
export async function payable(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.payable>,
): Promise<ReplyOf<typeof contract.payable>> {
  const { current, today } = await monthAndToday(ctx.db);
  const chosen = [...new Set(ids)];
  const [people, bills] = await Promise.all([
    queries.payers(ctx.db, ctx.scope, chosen, current),
    queries.openBillsOf(ctx.db, ctx.scope, chosen),
  ]);
  if (people.length !== chosen.length) throw notFound('有党员不存在或不在管理范围内');
  const ways = await Promise.all(
    [...new Set(bills.map(({ orgCode }) => orgCode))].map((code) => findServingMerchants(ctx.db, code)),
  );
  return {
    current,
    today,
    // One code is one account: a way that all branches have in common.
    channels: ([1, 2, 3] as const).filter(
      (channel) =>
        ways.length > 0 &&
        new Set(ways.map((way) => way.find((one) => one.channel === channel)?.id)).size === 1 &&
        ways[0]?.some((one) => one.channel === channel),
    ),
    people: people.map((person) => ({
      memberId: person.id,
      name: person.name,
      orgId: person.orgId,
      orgName: person.orgName,
      amount: person.amount === null ? null : Number(person.amount),
      proxyName: person.proxyName,
      bills: bills
        .filter(({ memberId, month }) => memberId === person.id && payableFault(month, current) === null)
        .map((bill) => ({
          billId: bill.id,
          month: bill.month,
          amount: Number(bill.amount),
          isOld: isOldArrear(bill.month, current),
        })),
    })),
  };
}

/** What stands against a hand-in, at its fields; nothing is written where there is something. */
function faultsOf(
  input: ParsedOf<typeof contract.handIn>,
  bills: readonly queries.OpenBill[],
  { current, today }: { current: string; today: string },
): Record<string, string> {
  const faults: Record<string, string> = {};
  const sum = bills.reduce((all, { amount }) => all + Number(amount), 0) + input.extra;
  const counted = countedFault(sum, input.total);
  if (counted) faults.total = counted;
  if (input.extra > 0 && new Set(bills.map(({ memberId }) => memberId)).size > 1)
    faults.extra = '自愿多缴请一人一张收据';
  if (input.paidOn > today) faults.paidOn = '缴纳日期不能晚于今天';
  const handed = handedNameFault(input.handedBy, input.handedName);
  if (handed) faults.handedName = handed;
  const ahead = bills.map(({ month }) => payableFault(month, current)).find(Boolean);
  if (ahead) faults.billIds = ahead;
  if (input.note === '' && bills.some(({ month }) => isOldArrear(month, current))) faults.note = OLD_WITHOUT_REASON;
  return faults;
}

/**
 * Takes dues in cash: each bill whole, one receipt a branch. Whatever stands against one of them refuses all, and of two
 * who take the same month one is told that it is paid.
 */
export async function handIn(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handIn>,
): Promise<ReplyOf<typeof contract.handIn>> {
  const ids = [...new Set(input.billIds)];
  const bills = await queries.lockBills(ctx.db, ctx.scope, ids);
  if (bills.length !== ids.length) throw notFound('有应缴党费不存在或不在管理范围内');
  const taken = bills.filter(({ state }) => state !== 1);
  if (taken.length > 0) {
    const takenTexts = taken
      .slice(0, 5)
      .map(({ name, month, state }) => `${name}${month}${state === 3 ? '已缴' : '不是应缴'}`);
    throw refuse(
      `${takenTexts.join('、')}${taken.length > 5 ? `等${taken.length}笔` : ''}，这次一笔也没有登记，请重新选择`,
      {
        billIds: taken.map(({ id }) => id),
      },
    );
  }
  const faults = faultsOf(input, bills, await monthAndToday(ctx.db));
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const payments = [];
  // In one order for all, so that two who take for the same branches do not wait for each other.
  const orgs = [...new Map(bills.map((bill) => [bill.orgId, bill])).values()].sort((a, b) =>
    a.orgCode < b.orgCode ? -1 : 1,
  );
  for (const { orgId, orgCode, orgName } of orgs) {
    const month = input.paidOn.slice(0, 7);
    if ((await shareMonth(ctx.db, orgId, month)) === 2)
      throw badInput({ paidOn: `${orgName}${month}已结账，请填写未结账月份的日期` });
    const own = bills.filter((bill) => bill.orgId === orgId).map(({ id, amount }) => ({ id, amount: Number(amount) }));
    const due = own.reduce((all, { amount }) => all + amount, 0);
    const extra = orgs.length === 1 ? input.extra : 0;
    if (due + extra === 0) continue;
    const receiptNo = await queries.nextReceipt(ctx.db, orgId, Number(input.paidOn.slice(0, 4)));
    const id = await queries.insertPayment(ctx.db, {
      orgId,
      orgCode,
      payType: 1,
      handedBy: input.handedBy,
      handedName: input.handedBy === 1 ? '' : input.handedName,
      total: due + extra,
      extra,
      paidOn: input.paidOn,
      receiptNo,
      note: input.note,
      accountId: ctx.session.accountId,
      collector: ctx.session.accountName,
      bills: own,
    });
    const receipt = receiptText(Number(input.paidOn.slice(0, 4)), receiptNo);
    const isLarge = extra >= LARGE_SUM;
    await queries.bookVoucher(
      ctx.db,
      {
        orgId,
        orgCode,
        month,
        kind: 'collect',
        summary: `收党费${receipt}`,
        paymentId: id,
        by: ctx.session.accountName,
      },
      { 现金: due + extra, 党费收入: -(isLarge ? due : due + extra), 大额党费: isLarge ? -extra : 0 },
    );
    ctx.audit({
      type: 'duesPayment',
      id,
      name: receipt,
      orgCode,
      changes: { total: [0, due + extra], months: [0, own.length], paidOn: [null, input.paidOn] },
    });
    const people = new Set(bills.filter((bill) => bill.orgId === orgId).map(({ memberId }) => memberId)).size;
    payments.push({ id, receipt, orgName, total: due + extra, people });
  }
  return { payments };
}

/** What the session's account has taken today, so that it can be held against the cash in hand. */
export async function takenToday(ctx: Ctx): Promise<ReplyOf<typeof contract.collectedToday>> {
  const { amount, ...rest } = await queries.takenToday(ctx.db, ctx.scope, ctx.session.accountId);
  return { ...rest, amount: Number(amount) };
}

const rowOf = (ctx: Ctx, row: queries.PaymentRecord) => ({
  id: row.id,
  receipt: receiptText(row.receiptYear, row.receiptNo),
  orgId: row.orgId,
  orgName: row.orgName,
  names: row.names,
  people: row.people,
  months: monthsText(row.firstMonth, row.lastMonth, row.months),
  total: Number(row.total),
  extra: Number(row.extra),
  payTypeName: PAY_TYPES[row.payType as keyof typeof PAY_TYPES] ?? '',
  handedBy: handedText(row),
  paidOn: row.paidOn,
  month: row.month,
  collector: row.collector,
  reconcile: row.reconcile,
  state: row.state,
  refundReason: row.refundReason,
  refundParts: row.refundBills.length,
  askedName: row.askedName,
  version: row.version,
  can: refundActs(ctx, row),
});

/** 本人, or 亲属代缴：张三. */
export const handedText = ({ handedBy, handedName }: Pick<queries.PaymentRecord, 'handedBy' | 'handedName'>) =>
  `${HANDED_BY[handedBy as keyof typeof HANDED_BY] ?? ''}${handedName ? `：${handedName}` : ''}`;

/** Whoever asked for a refund, or took the money, does not decide on it. */
export const refundActs = (ctx: Ctx, row: queries.PaymentRecord) => ({
  refund: row.state === 'valid' && ctx.may('dues:collect'),
  decide:
    row.state === 'asked' &&
    ctx.may('dues:account') &&
    row.askedBy !== ctx.session.accountId &&
    row.accountId !== ctx.session.accountId,
});

/** Payments, the newest first. */
export async function payments(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPayments>,
): Promise<ReplyOf<typeof contract.listPayments>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const page = await queries.pageOfPayments(
    ctx.db,
    scope,
    {
      onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
      month: input.month ?? null,
      state: input.state ?? null,
      keyWords: input.keyWords || null,
    },
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: page.rows.map((row) => rowOf(ctx, row)), total: page.total };
}
