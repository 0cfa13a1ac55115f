import type * as contract from '#overview/report/contract.ts';
import { type Headed, headRows, pagesOf, SIGNATURES, sharedUnit, unitedHeads } from '#overview/report/rules.heads.ts';
import { cellText, UNITS } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { exactScope } from '#platform/server/database/scope.ts';
import { forbidden, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { type Line, type List, linesOf, listOf, type Numbers, namesPeople, type Question, type Report } from './kit.ts';
import { type Offered, offeredReport } from './offered.ts';
import { questionOf } from './question.ts';

const PAPER = new URL('../papers/report.typ', import.meta.url);
/** What stands below an organisation and in none that is left. */
const GONE = '已撤销、合并的组织';
/** Rows of one paper. */
const PRINTED = 500;

interface Asked {
  key: string;
  orgId?: string | undefined;
  period?: string | undefined;
  ageYear?: string | undefined;
}

async function ask(ctx: Ctx, { key, orgId, ...when }: Asked): Promise<Offered & { question: Question; note: string }> {
  const offered = await offeredReport(ctx, key);
  return {
    ...offered,
    question: await questionOf(ctx, offered.report, { orgId: orgId ?? ctx.session.orgId, ...when }),
  };
}

/** Numbers as the page shows them, each with what lies behind it: nothing behind a zero, and no list of a place alone. */
function cellsOf(
  report: Report,
  { org, span, ageDay }: Question,
  line: Line | null,
  numbers: Numbers,
  mayName: boolean,
) {
  const orgId = line === null ? org.id : line.place?.id;
  const isWhole = line === null || (line.place !== null && !line.isOwn);
  const opens = (key: string) => {
    const list = listOf(report, key);
    return list !== undefined && (mayName || !namesPeople(list));
  };
  return report.columns.map(({ key, href, listed, of }) => {
    const value = numbers[key] ?? null;
    const isThere = value !== null && value !== 0 && !of;
    return {
      value,
      href: isThere && href && orgId !== undefined && isWhole ? href(orgId, span, ageDay) : null,
      listed: isThere && (listed === true || (listed === 'sum' && line === null)) && line?.place !== null && opens(key),
    };
  });
}

/** Whose names a list may show. */
export const NAMES_RIGHT = 'member:read';
/** @throws forbidden where a list names people and the session may not read them */
export function requireNames(ctx: Ctx, list: List): void {
  if (namesPeople(list) && !ctx.may(NAMES_RIGHT)) throw forbidden();
}

const shownList = ({ columns, title = '', unit }: List) => ({
  columns: columns.map(({ key, title: head, width = 140 }) => ({ key, title: head, width })),
  title,
  unit: UNITS[unit],
});

/** What is listed before anybody chose: the report's first, where it is zero the first that is not. */
function firstListed({ list, columns }: Report, total: Numbers): string {
  const first = list?.first ?? '';
  if (total[first]) return first;
  return columns.find(({ key, listed }) => listed && total[key])?.key ?? first;
}

/** A report, drawn for its page. */
export async function getReport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getReport>,
): Promise<ReplyOf<typeof contract.getReport>> {
  const { report, title, question, note } = await ask(ctx, input);
  const { lines, total } = linesOf(report, question, await report.count(question));
  const { org, span, today, children } = question;
  const mayName = ctx.may(NAMES_RIGHT);
  return {
    mayName,
    key: report.key,
    title,
    words: [...report.words],
    note,
    org: { id: org.id, name: org.name },
    period: report.periods ? span : null,
    periods: [...(report.periods ?? [])],
    today,
    asOf: report.asOf ?? '',
    ages: report.byAge ? { day: question.ageDay ?? today, year: input.ageYear ?? '' } : null,
    columns: headedOf(report).map((one, at) => ({
      ...one,
      key: report.columns[at]?.key ?? '',
      isLate: report.columns[at]?.isLate ?? false,
    })),
    rows: lines.map((line) => ({
      id: line.place?.id ?? '',
      name: line.place?.name ?? GONE,
      isOwn: line.isOwn && children.length > 0,
      opens: line.place?.opens ?? false,
      cells: cellsOf(report, question, children.length === 0 ? null : line, line.numbers, mayName),
    })),
    total: cellsOf(report, question, null, total, mayName),
    charts: [...(report.charts ?? [])],
    list:
      report.list && (mayName || !namesPeople(report.list))
        ? { ...shownList(report.list), first: firstListed(report, total) }
        : null,
    lists: (report.lists ?? [])
      .filter((one) => mayName || !namesPeople(one))
      .map((one) => ({ ...shownList(one), of: [...one.of] })),
  };
}

/** Who is behind a number. */
export async function listReport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReport>,
): Promise<ReplyOf<typeof contract.listReport>> {
  const { report, question } = await ask(ctx, input);
  const column = input.column ?? report.list?.first ?? '';
  const list = listOf(report, column);
  if (!list) return { rows: [], total: 0 };
  requireNames(ctx, list);
  const scope = input.own === '1' ? exactScope([question.org.code]) : question.scope;
  const offset = (input.pageNum - 1) * input.pageSize;
  return list.page({ ...question, scope }, column, input.pageSize, offset);
}

/** The report on paper: head, who fills it in, its day, its words. */
export async function printReport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printReport>,
): Promise<ReplyOf<typeof contract.printReport>> {
  const { report, title, question } = await ask(ctx, input);
  const { lines, total } = linesOf(report, question, await report.count(question));
  if (lines.length > PRINTED) throw refuse(`共${lines.length}行，一次最多打印${PRINTED}行，请导出`);
  const mark = await markOfDownload(ctx, `打印${title}`);
  ctx.audit({ type: 'org', id: question.org.id, name: `${title} ${question.org.name}`, orgCode: question.org.code });
  const texts = (numbers: Numbers) => report.columns.map(({ key, unit }) => cellText(numbers[key] ?? null, unit));
  const heads = unitedHeads(headedOf(report));
  const { size, blocks } = pagesOf(heads);
  return answerPaper(ctx, {
    name: `${title} ${question.org.name}`,
    template: PAPER,
    data: {
      mark: mark.line,
      title,
      orgName: question.org.name,
      facts: factsOf(report, question),
      size,
      blocks: blocks.map(([from, to]) => ({ from, to, heads: headRows(heads.slice(from, to)) })),
      signatures: SIGNATURES,
      rows: lines.map((line) => ({
        name: nameOf(line, question),
        cells: texts(line.numbers),
      })),
      total: texts(total),
      words: report.words,
    },
  });
}

/** Which day its ages are of, as sheets and papers say it; empty: it counts none. */
export const agesText = ({ byAge }: Report, { ageDay, today }: Question): string =>
  byAge ? `年龄截至${ageDay ?? today}` : '';

/** The columns as far as their heads go. */
export const headedOf = ({ columns }: Report): Headed[] =>
  columns.map(({ title, unit, group = '', over = '' }) => ({ title, unit, group, over }));

/** What sheets and papers say above their table: whose, of when, in what, of which day. */
export function factsOf(report: Report, question: Question): string[] {
  const { org, span, today } = question;
  const unit = sharedUnit(report.columns);
  const ages = agesText(report, question);
  return [
    `填报单位：${org.name}`,
    report.periods ? `统计期间：${span.label}` : `截至：${report.asOf ?? today}`,
    ...(ages ? [ages] : []),
    ...(unit ? [`单位：${unit}`] : []),
    `填报日期：${today}`,
  ];
}

/** What a line is called on sheets and papers. */
export const nameOf = ({ place, isOwn }: Line, { children }: Question): string =>
  `${place?.name ?? GONE}${isOwn && children.length > 0 ? '（本级）' : ''}`;
