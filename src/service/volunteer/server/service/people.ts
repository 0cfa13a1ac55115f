import { Readable } from 'node:stream';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { POSTS, REPORT_STATES } from '#service/dualReport/rules.ts';
import type * as contract from '#service/volunteer/contract.people.ts';
import { PAIR_STATES } from '#service/volunteer/rules.pair.ts';
import { nextStar, OWN_HOURS, periodName, SIGNUP_STATES, starName, starsOf } from '#service/volunteer/rules.ts';
import { yearsOf } from '../queries/own.ts';
import * as queries from '../queries/people.ts';
import { NO_ORG, scopeOf } from './common.ts';

const NOBODY = '没有这名志愿者，或不在管理范围内';

const starred = <T extends { hours: number }>(row: T) => {
  const stars = starsOf(row.hours);
  return { ...row, stars, starName: starName(stars) };
};

/** Volunteers, most hours first. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listVolunteers>,
): Promise<ReplyOf<typeof contract.listVolunteers>> {
  const scope = scopeOf(ctx, input.orgId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const side = input.side === 'in' ? 'in' : 'out';
  const page = await queries.pageOfVolunteers(ctx.db, scope, side, input.keyWords ?? '', input.pageSize, skipped);
  return { rows: page.rows.map(starred), total: page.total };
}

/** A volunteer with hours and star. */
export async function getVolunteer(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getVolunteer>,
): Promise<ReplyOf<typeof contract.getVolunteer>> {
  const row = await queries.findVolunteer(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NOBODY);
  const [names, years] = await Promise.all([dictionaryNames(ctx.services), yearsOf(ctx.db, id)]);
  return {
    ...starred(row),
    postNames: (row.posts ?? []).map((post) => names.name(POSTS, post)).join('、'),
    skills: row.skills ?? '',
    next: nextStar(row.hours),
    years,
  };
}

/** What a volunteer took part in. */
export async function parts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.volunteerActivities>,
): Promise<ReplyOf<typeof contract.volunteerActivities>> {
  const person = await queries.findVolunteer(ctx.db, ctx.scope, input.id);
  if (!person) throw notFound(NOBODY);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfParts(ctx.db, ctx.scope, input.id, person.isOwn, input.pageSize, skipped);
  return {
    rows: page.rows.map((row) => ({
      ...row,
      stateName: SIGNUP_STATES[row.state],
      hoursStateName: OWN_HOURS[row.hoursState],
    })),
    total: page.total,
  };
}

const RELATIONS = { home: '组织关系', report: '报到', pair: '结对帮扶', group: '志愿者分组' } as const;
const stateOfRelation = (kind: keyof typeof RELATIONS, state: number): string => {
  if (kind === 'report') return REPORT_STATES[state as keyof typeof REPORT_STATES];
  if (kind === 'pair') return PAIR_STATES[state as keyof typeof PAIR_STATES];
  return '';
};

/** The organisations that a volunteer has to do with. */
export async function orgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.volunteerOrgs>,
): Promise<ReplyOf<typeof contract.volunteerOrgs>> {
  const person = await queries.findVolunteer(ctx.db, ctx.scope, input.id);
  if (!person) throw notFound(NOBODY);
  const page = await queries.pageOfOrgs(
    ctx.db,
    ctx.scope,
    input.id,
    person.isOwn,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: page.rows.map(({ id, name, kind, detail, state, since }) => ({
      id,
      name,
      relation: detail ? `${RELATIONS[kind]}：${detail}` : RELATIONS[kind],
      stateName: stateOfRelation(kind, state),
      since,
    })),
    total: page.total,
  };
}

/** The years that can be chosen: this one and those before it. */
const YEARS = 5;

/** Activities, people and hours of a year. */
export async function count(
  ctx: Ctx,
  { orgId, year, quarter }: ParsedOf<typeof contract.activityCount>,
): Promise<ReplyOf<typeof contract.activityCount>> {
  const scope = scopeOf(ctx, orgId);
  const code = orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined) throw notFound(NO_ORG);
  const now = Number((await todayOf(ctx.db)).slice(0, 4));
  const of = year ?? now;
  const period = quarter ? `${of}-${quarter}` : String(of);
  const [found, names] = await Promise.all([
    queries.countPeriod(ctx.db, scope, code, period),
    dictionaryNames(ctx.services),
  ]);
  const total = found.below.reduce(
    (sum, row) => ({
      activities: sum.activities + row.activities,
      taken: sum.taken + row.taken,
      came: sum.came + row.came,
      hours: sum.hours + row.hours,
    }),
    { activities: 0, taken: 0, came: 0, hours: 0 },
  );
  return {
    orgName: found.orgName,
    year: of,
    period,
    years: Array.from({ length: YEARS }, (_, back) => now - back),
    total,
    below: found.below,
    posts: found.posts.map(({ post, activities, hours }) => ({
      post,
      name: names.name(POSTS, post),
      activities,
      hours,
    })),
  };
}

const HEADS = [
  { head: '党组织', width: 36 },
  { head: '活动（个）', width: 12, kind: 'whole' },
  { head: '报名（人次）', width: 14, kind: 'whole' },
  { head: '到场（人次）', width: 14, kind: 'whole' },
  { head: '认定时长（小时）', width: 16, kind: 'number' },
] as const;

/** The figures as a workbook: a line for each organisation directly below, and one for all. */
export async function exportCount(ctx: Ctx, input: ParsedOf<typeof contract.exportCount>): Promise<FileReply> {
  const figures = await count(ctx, input);
  const title = `活动统计 ${figures.orgName} ${periodName(figures.period)}`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'org', name: title });
  const lines = [...figures.below, { name: '合计', ...figures.total }].map((row) => [
    row.name,
    String(row.activities),
    String(row.taken),
    String(row.came),
    String(row.hours),
  ]);
  return { name: `${title}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('活动', [...HEADS], lines, mark)) };
}
