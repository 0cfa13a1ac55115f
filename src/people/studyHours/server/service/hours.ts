import type { RawBuilder } from 'kysely';
import { findOrg } from '#house/server/findOrg.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#people/studyHours/contract.ts';
import { type Duty, hoursOf, isMet, needsOf, owedOf, SOURCES, type Source } from '#people/studyHours/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope, personIs, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { shareOf } from '#platform/text/share.ts';
import { yearsOf } from '#platform/time/periods.ts';
import * as queries from '../queries/hours.ts';
import * as tally from '../queries/tally.ts';

const NO_ORG = '组织不存在，或不在管理范围内';
const NO_PERSON = '人员不存在，或不在管理范围内';
const NOBODY = '您的账号没有对应的党员信息';
export const HOURS_EXPORT = 'learning.hoursExport';
const CHUNK = 1000;
/** Of the pages where evidence is seen, members may open those on which they learn themselves. */
const OPEN_TO_MEMBERS = /^\/education\/(videoCenter|knowledge|exam|course)/;

/** The organisation asked for, or the session's own, with the scope below it. */
async function placeOf(ctx: Ctx, orgId: string | undefined) {
  const org = await findOrg(ctx.db, ctx.scope, orgId ?? ctx.session.orgId);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!org || !scope) throw notFound(NO_ORG);
  return { ...org, scope };
}

/** The year asked for or this one, with its duty and the day as of which it is judged. */
async function timeOf(ctx: Ctx, wantedYear: number | undefined) {
  const now = await todayOf(ctx.db);
  const year = wantedYear ?? Number(now.slice(0, 4));
  return { year, now, day: queries.dayOf(year, now), duty: await queries.dutyOf(ctx.db, year) };
}

const standingOf = (row: queries.PersonRecord, duty: Duty, day: string) => {
  const leads = row.posts !== '';
  return {
    hours: hoursOf(row.minutes, duty.classMinutes),
    duty: owedOf(duty, leads),
    central: row.central,
    centralDuty: leads ? duty.leaderCentral : 0,
    met: isMet(duty, { minutes: row.minutes, central: row.central, leads }),
    needs: needsOf(row, day),
  };
};

const filterOf = (input: Pick<ParsedOf<typeof contract.listHours>, 'state' | 'who' | 'keyWords'>) => ({
  state: input.state ?? null,
  who: input.who ?? null,
  keyWords: input.keyWords || null,
});

/** What stands above both lists. */
async function headOf(
  ctx: Ctx,
  place: Awaited<ReturnType<typeof placeOf>>,
  { year, now, duty }: Awaited<ReturnType<typeof timeOf>>,
) {
  const { people, met } = await tally.sumsOf(ctx.db, place.scope, year, duty);
  const { memberHours, leaderHours, clause } = duty;
  return {
    year,
    years: yearsOf(now),
    org: { id: place.id, name: place.name },
    people,
    met,
    memberHours,
    leaderHours,
    clause,
  };
}

/** Everybody who owes hours below an organisation, in the order of the tree. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listHours>,
): Promise<ReplyOf<typeof contract.listHours>> {
  const place = await placeOf(ctx, input.orgId);
  const time = await timeOf(ctx, input.year);
  const offset = (input.pageNum - 1) * input.pageSize;
  const { year, duty, day } = time;
  const filter = filterOf(input);
  // Without words and groups the list is what the sums above it count.
  const summed = filter.who === null && filter.keyWords === null;
  const [found, head, counted] = await Promise.all([
    queries.pageOfHours(ctx.db, place.scope, year, duty, day, filter, input.pageSize, offset),
    headOf(ctx, place, time),
    summed ? null : queries.countHours(ctx.db, place.scope, year, duty, day, filter),
  ]);
  const { people, met } = head;
  const total = counted ?? { met, behind: people - met, all: people }[filter.state ?? 'all'];
  const rows = found.map((row) => ({
    id: row.id,
    name: row.name,
    orgId: row.orgId,
    orgName: row.orgName,
    posts: row.posts,
    category: row.category,
    ...standingOf(row, duty, day),
  }));
  return { rows, total, ...head };
}

/** The organisations right below one, and itself where people stand at it. */
export async function orgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.orgHours>,
): Promise<ReplyOf<typeof contract.orgHours>> {
  const place = await placeOf(ctx, input.orgId);
  const time = await timeOf(ctx, input.year);
  const offset = (input.pageNum - 1) * input.pageSize;
  const { year, duty } = time;
  const [found, head] = await Promise.all([
    tally.orgsBelow(ctx.db, place.scope, place.code, year, duty, input.pageSize, offset),
    headOf(ctx, place, time),
  ]);
  const rows = found.rows.map(({ id, name, people, met, minutes, hasBelow }) => ({
    id,
    name,
    people,
    met,
    rate: shareOf(met, people),
    mean: people === 0 ? 0 : hoursOf(Number(minutes) / people, duty.classMinutes),
    hasBelow,
  }));
  return { rows, total: found.total, ...head };
}

async function sheetOf(ctx: Ctx, where: RawBuilder<unknown>, wantedYear: number | undefined): Promise<contract.Sheet> {
  const { year, now, day, duty } = await timeOf(ctx, wantedYear);
  const person = await queries.personOf(ctx.db, where, year, day);
  if (!person) throw notFound(NO_PERSON);
  const found = await queries.sourcesOf(ctx.db, person.id, year);
  const { id: memberId, name, orgName, posts, owes } = person;
  return {
    memberId,
    name,
    orgName,
    posts,
    owes,
    year,
    years: yearsOf(now),
    ...standingOf(person, duty, day),
    classMinutes: duty.classMinutes,
    clause: duty.clause,
    sources: (Object.keys(SOURCES) as Source[]).flatMap((source) => {
      const one = found.find((row) => row.source === source);
      return one
        ? [{ source, name: SOURCES[source], hours: hoursOf(one.minutes, duty.classMinutes), times: one.times }]
        : [];
    }),
  };
}

const inReach = (ctx: Ctx, memberId: string) => personIs(memberId, ctx.scope);

export const person = (ctx: Ctx, input: ParsedOf<typeof contract.personHours>) =>
  sheetOf(ctx, inReach(ctx, input.memberId), input.year);

/** The session's person, whatever its role. */
export function ownMemberId(ctx: Ctx): string {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  return memberId;
}

export const own = (ctx: Ctx, input: ParsedOf<typeof contract.ownHours>) =>
  sheetOf(ctx, personIs(ownMemberId(ctx)), input.year);

async function linesOf(
  ctx: Ctx,
  memberId: string,
  input: { pageNum: number; pageSize: number; year?: number | undefined; source?: Source | undefined },
  isOwn: boolean,
): Promise<ReplyOf<typeof contract.personLines>> {
  const { year, duty } = await timeOf(ctx, input.year);
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfLines(ctx.db, memberId, year, input.source ?? null, input.pageSize, offset);
  const rows = found.rows.map((row) => ({
    id: row.id,
    day: row.day,
    source: row.source,
    sourceName: SOURCES[row.source],
    title: row.title,
    link: isOwn && !OPEN_TO_MEMBERS.test(row.link) ? '' : row.link,
    minutes: row.minutes,
    hours: hoursOf(row.minutes, duty.classMinutes),
    central: row.central,
    why: row.why,
    bookedAt: row.bookedAt.toISOString(),
  }));
  return { rows, total: found.total };
}

export async function listPersonLines(
  ctx: Ctx,
  input: ParsedOf<typeof contract.personLines>,
): Promise<ReplyOf<typeof contract.personLines>> {
  const { year, day } = await timeOf(ctx, input.year);
  const found = await queries.personOf(ctx.db, inReach(ctx, input.memberId), year, day);
  if (!found) throw notFound(NO_PERSON);
  return linesOf(ctx, found.id, input, false);
}

export const ownLines = (ctx: Ctx, input: ParsedOf<typeof contract.ownLines>) =>
  linesOf(ctx, ownMemberId(ctx), input, true);

interface Asked {
  place: { code: string; name: string };
  by: { name: string; org: string };
}

/** Queues the hours as the list is filtered; answers the job's id. */
export async function startExport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportHours>,
): Promise<ReplyOf<typeof contract.exportHours>> {
  const { code, name } = await placeOf(ctx, input.orgId);
  const title = '导出学时';
  const { accountName, orgName } = ctx.session;
  const jobId = await enqueue(ctx, {
    kind: HOURS_EXPORT,
    title,
    right: 'hours:read',
    input: { ...input, place: { code, name }, by: { name: accountName, org: orgName } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode: code, reason: input.purpose });
  return { jobId };
}

const COLUMNS = [
  { head: '姓名', width: 12 },
  { head: '党支部', width: 32 },
  { head: '职务', width: 20 },
  { head: '已完成学时', width: 12, kind: 'number' },
  { head: '应完成学时', width: 12, kind: 'whole' },
  { head: '集中培训（次）', width: 14, kind: 'whole' },
  { head: '达标情况', width: 10 },
  { head: '另须参加', width: 40 },
] as const;

/** A line for each person. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as ParsedOf<typeof contract.exportHours> & Asked;
  const scope = narrowScope(workerScope(job.orgCode), input.place.code);
  const { db } = job.services;
  const now = await todayOf(db);
  const year = input.year ?? Number(now.slice(0, 4));
  const duty = await queries.dutyOf(db, year);
  const day = queries.dayOf(year, now);

  async function* rows() {
    if (!scope) return;
    let after: queries.PersonRecord | null = null;
    for (let done = 0; ; ) {
      await job.progress(done, null, '正在导出');
      const found: queries.PersonRecord[] = await queries.hoursAfter(
        db,
        scope,
        year,
        duty,
        day,
        filterOf(input),
        after,
        CHUNK,
      );
      for (const row of found) {
        const one = standingOf(row, duty, day);
        yield [
          row.name,
          row.orgName,
          row.posts,
          String(one.hours),
          String(one.duty),
          String(one.central),
          one.met ? '达标' : '未达标',
          one.needs.map(({ text }) => text).join('；'),
        ];
      }
      done += found.length;
      after = found.at(-1) ?? null;
      if (!after || found.length < CHUNK) return;
    }
  }

  const { by, purpose, place } = input;
  return writeExport(job, {
    kind: HOURS_EXPORT,
    title: `${place.name}${year}年学时`,
    unit: '人',
    columns: COLUMNS,
    rows: rows(),
    by,
    purpose,
  });
}
