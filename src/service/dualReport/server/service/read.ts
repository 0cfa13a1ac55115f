import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { obstacleToDecide } from '#kernel/permission/server/above.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, narrowScope, wholeScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import * as contract from '#service/dualReport/contract.ts';
import {
  COMMUNITY_NATURES,
  PAIR_NATURES,
  POSTS,
  REPORT,
  timesText,
  whyNotReporting,
} from '#service/dualReport/rules.ts';
import { countReports, type ListFilter, type ListRecord, pageOfReports } from '../queries/list.ts';
import * as queries from '../queries/report.ts';
import { ruleOf } from '../queries/rule.ts';
import { reportDecisionRequest } from './before.ts';

export const NO_REPORT = '没有这条报到，或不在管理范围内';
const SOURCES = { 1: '本人报到', 2: '党支部代办' } as const;

export const postsText = (names: DictNames, posts: readonly string[]): string =>
  posts.map((value) => names.name(POSTS, value)).join('、');

/** What the list is narrowed by. */
export const filterOf = (
  input: Partial<Omit<ParsedOf<typeof contract.listReports>, 'pageNum' | 'pageSize'>>,
): ListFilter => ({
  view: input.view ?? null,
  side: input.side ?? null,
  post: input.post ?? null,
  late: input.late === '1',
  name: input.keyWords ?? '',
});

/** The list with the counts of its views. */
export async function reports(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReports>,
): Promise<ReplyOf<typeof contract.listReports>> {
  const scope = input.orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  const filter = filterOf(input);
  const [page, { late, ...counts }, names] = await Promise.all([
    pageOfReports(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    countReports(ctx.db, scope, filter),
    dictionaryNames(ctx.services),
  ]);
  return { rows: page.rows.map((row) => toRow(ctx, row, names)), total: page.total, counts, late };
}

/** What came to the communities of the scope. */
export const received = (ctx: Ctx, input: ParsedOf<typeof contract.listReceived>) =>
  reports(ctx, { ...input, side: 'in', view: input.view ?? 'waiting' });

const toRow = (ctx: Ctx, row: ListRecord, names: DictNames): contract.ReportRow => ({
  ...row,
  statusName: contract.stateOf(row.status),
  postNames: postsText(names, row.posts),
  timeNames: timesText(row.times),
  waits: row.status === REPORT.waiting ? row.waits : null,
  can: {
    decide:
      row.status === REPORT.waiting &&
      inScope(ctx.scope, row.orgCode) &&
      obstacleToDecide(ctx, reportDecisionRequest(row)) === '',
  },
});

/** A report as one of its two ends reads it. */
export async function toDetail(ctx: Ctx, row: queries.ReportRecord, isOwn = false): Promise<contract.ReportDetail> {
  const names = await dictionaryNames(ctx.services);
  const waits = row.status === REPORT.waiting;
  const lives = waits || row.status === REPORT.reported;
  const isHome = !isOwn && inScope(ctx.scope, row.homeCode);
  const isHere = !isOwn && inScope(ctx.scope, row.orgCode);
  const write = isOwn ? ctx.may('sbd:own') : ctx.may('sbd:write');
  const why = waits && isHere ? obstacleToDecide(ctx, reportDecisionRequest(row)) : '';
  return {
    ...row,
    memberId: isHome && ctx.may('member:read') ? row.memberId : null,
    statusName: contract.stateOf(row.status),
    postNames: postsText(names, row.posts),
    timeNames: timesText(row.times),
    sourceName: SOURCES[row.source],
    can: {
      decide: waits && isHere && why === '',
      whyNot: why,
      edit: write && lives && (isOwn || isHome),
      withdraw: write && waits && (isOwn || isHome),
      urge: waits && row.askedBy === ctx.session.accountId,
      end: write && row.status === REPORT.reported,
      print: row.status === REPORT.reported || row.status === REPORT.moved,
    },
  };
}

/** A report of the scope, at either end. */
export async function report(ctx: Ctx, { id }: ParsedOf<typeof contract.getReport>) {
  const row = await queries.findReport(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_REPORT);
  return toDetail(ctx, row);
}

const FOUND = 20;

/** Who may receive: by a part of the name, or one of them by its id. */
export async function receivers(ctx: Ctx, { name, id, kind }: ParsedOf<typeof contract.findReceivers>) {
  const natures = kind === 'org' ? PAIR_NATURES : COMMUNITY_NATURES;
  if (id === undefined) return queries.receiversNamed(ctx.db, name, natures, FOUND);
  const one = await queries.findReceiver(ctx.db, id, natures);
  return one ? [one] : [];
}

/** What the person has filed and where it stands. */
export async function own(ctx: Ctx): Promise<ReplyOf<typeof contract.ownReports>> {
  const { memberId, accountName } = ctx.session;
  const person = memberId === null ? undefined : await queries.findPerson(ctx.db, wholeScope, memberId);
  if (!person) {
    return { name: accountName, homeName: '', residence: '', whyNot: '当前账号没有对应的党员', rows: [] };
  }
  const [rows, names, rule] = await Promise.all([
    queries.reportsOf(ctx.db, person.id),
    dictionaryNames(ctx.services),
    ruleOf(ctx.db, person.orgCode),
  ]);
  const waiting = rows.find(({ status }) => status === REPORT.waiting);
  return {
    name: person.name,
    homeName: person.orgName,
    residence: person.residence,
    whyNot:
      whyNotReporting({ ...person, occupationName: names.name('0008', person.occupation) }, rule.occupations) ||
      (waiting ? `已向${waiting.orgName}报到，正在等待审核` : ''),
    rows: await Promise.all(rows.map((row) => toDetail(ctx, row, true))),
  };
}
