import { MEMBERSHIP_STATUSES } from '#people/member/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, wholeScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { sumInCapitals } from '#platform/text/capitals.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import { quarterText } from '#platform/time/periods.ts';
import type * as contract from '#procedures/dues/contract.paper.ts';
import { addMonths, monthsText, PAY_TYPES, receiptText } from '#procedures/dues/rules.ts';
import { MIN_PUBLIC_DAYS } from '#publishing/openAffairs/rules.ts';
import { activeItemNamed } from '#publishing/openAffairs/server/index.ts';
import { draftAffair } from '#publishing/openAffairs/server/service/write.ts';
import { findPlace } from '../queries/bills.ts';
import * as queries from '../queries/papers.ts';
import { lockPayment } from '../queries/payments.ts';
import { placeOf } from './bills.ts';
import { handedText } from './pay.ts';
import { SHEET, sheetOf } from './sheets.ts';

/** Receipts are looked up by strangers under this kind. */
export const RECEIPT = 'dues.receipt';
const yuan = (fen: number) =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** 张**: the family name alone. */
const masked = (name: string) => `${[...name][0] ?? ''}**`;

/** A receipt on paper; from the second print on it says 补打. */
export async function receipt(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printReceipt>,
): Promise<ReplyOf<typeof contract.printReceipt>> {
  const row = await lockPayment(ctx.db, ctx.scope, id);
  if (!row) throw notFound('没有这张收据，或不在管理范围内');
  const no = receiptText(row.receiptYear, row.receiptNo);
  const [lines, prints, code] = [
    await queries.linesOf(ctx.db, id),
    await queries.countPrint(ctx.db, id),
    await verifyCode(ctx, RECEIPT, id),
  ];
  const { line } = await markOfDownload(ctx, `打印党费收据 ${no}`);
  ctx.audit({ type: 'duesPayment', id, name: no, orgCode: row.orgCode, reason: prints > 1 ? '补打' : '打印' });
  return answerPaper(ctx, {
    name: `党费收据${no}`,
    template: new URL('../../papers/receipt.typ', import.meta.url),
    data: {
      mark: line,
      title: '党费收据',
      again: prints > 1 ? '补打' : '',
      void: row.state === 'refunded' ? '已冲销' : '',
      no,
      orgName: row.orgName,
      day: row.paidOn,
      lines: lines.map((one) => ({
        name: one.name,
        months: monthsText(one.first, one.last, one.months),
        amount: yuan(Number(one.amount)),
      })),
      extra: Number(row.extra) > 0 ? yuan(Number(row.extra)) : '',
      total: yuan(Number(row.total)),
      capitals: sumInCapitals(Number(row.total)),
      way: PAY_TYPES[row.payType as keyof typeof PAY_TYPES] ?? '',
      handed: handedText(row),
      collector: row.collector,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

/** What a stranger reads of a receipt: number, sum, month and whether it holds; of the name the first character. */
export async function verifyReceipt(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await lockPayment(ctx.db, wholeScope, id);
  if (!row) return null;
  const [first] = await queries.linesOf(ctx.db, id);
  const isVoid = row.state === 'refunded';
  return {
    title: '党费收据',
    state: isVoid ? '已冲销' : '有效',
    tone: isVoid ? 'warn' : 'good',
    orgName: row.orgName,
    name: `${masked(first?.name ?? '')}${row.people > 1 ? `等${row.people}人` : ''}`,
    number: receiptText(row.receiptYear, row.receiptNo),
    issuedOn: row.paidOn,
    facts: [
      ['金额', `${yuan(Number(row.total))}元`],
      ['月份', monthsText(row.firstMonth, row.lastMonth, row.months)],
    ],
  };
}

/** The publicity sheet of a year: the people of a branch, or the organisations below a committee. Incomes are on none. */
export async function sheet(
  ctx: Ctx,
  { orgId, year }: ParsedOf<typeof contract.printSheet>,
): Promise<ReplyOf<typeof contract.printSheet>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const data = await sheetOf(ctx.db, ctx.scope, place, year);
  if (!data) throw refuse(`${place.name}${year}年没有党费，不能生成公示表`);
  const { line } = await markOfDownload(ctx, `打印${place.name}${data.title}`);
  ctx.audit({ type: 'org', id: place.id, name: `${place.name}${data.title}`, orgCode: place.code });
  return answerPaper(ctx, { name: `${place.name}${data.title}`, template: SHEET, data: { mark: line, ...data } });
}

/** A draft for the board of what was collected in a quarter: sums alone, nobody is named. */
export async function openDraft(
  ctx: Ctx,
  { orgId, year, quarter }: ParsedOf<typeof contract.draftOpen>,
): Promise<ReplyOf<typeof contract.draftOpen>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const from = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}`;
  const months = await queries.monthsOf(ctx.db, scope, from, addMonths(from, 2));
  if (months.length === 0) throw refuse('这个季度还没有党费，不能生成公开草稿');
  const itemId = await activeItemNamed(ctx.db, '党费收缴使用');
  if (!itemId) throw refuse('公开目录里没有“党费收缴使用”，请先在公开目录里启用');
  const sum = (of: 'due' | 'paid') => months.reduce((all, month) => all + Number(month[of]), 0);
  const cells = (row: readonly (string | number)[], tag = 'td') =>
    row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const head = cells(['月份', '应缴人数', '应缴（元）', '实缴人数', '实缴（元）', '减免缓缴人数'], 'th');
  const body = months.map((one) =>
    cells([one.month, one.people, yuan(Number(one.due)), one.payers, yuan(Number(one.paid)), one.relief]),
  );
  const content = `<p>${quarterText(year, quarter)}应缴党费${yuan(sum('due'))}元，实缴${yuan(sum('paid'))}元。</p><table><tbody><tr>${head}</tr>${body
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</tbody></table>`;
  return draftAffair(ctx, {
    orgId: place.id,
    itemId,
    period: `${year}-Q${quarter}`,
    title: `${quarterText(year, quarter)}党费收缴使用情况`,
    content,
    files: [],
    publicDays: MIN_PUBLIC_DAYS,
  });
}

const whyOf = (row: queries.LeftRecord): string => {
  if (row.isDeleted) return '已删除';
  if (row.status !== 1) return MEMBERSHIP_STATUSES[row.status as keyof typeof MEMBERSHIP_STATUSES] ?? '已减员';
  return row.isElsewhere ? '已转到其他组织' : '已转到其他支部';
};

/** People who have left, with what they paid here and still owe. */
export async function listLeft(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLeft>,
): Promise<ReplyOf<typeof contract.listLeft>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const filter = { onlyOrg: input.searchRange === 'onlySelf' ? orgId : null, keyWords: input.keyWords || null };
  const list = await queries.pageOfLeft(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return {
    rows: list.rows.map((row) => ({
      id: row.id,
      name: row.name,
      orgName: row.orgName,
      why: whyOf(row),
      firstMonth: row.firstMonth,
      lastMonth: row.lastMonth,
      paidTo: row.paidTo ?? '',
      paid: Number(row.paid),
      owed: Number(row.owed),
      can: { open: !row.isDeleted && !row.isElsewhere },
    })),
    total: list.total,
  };
}
