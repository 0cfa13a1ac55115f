import { findOrg } from '#house/server/findOrg.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { yearsOf } from '#platform/time/periods.ts';
import type * as contract from '#publishing/news/contract.statistics.ts';
import * as queries from '../queries/statistics.ts';

export const STATISTICS_EXPORT = 'archive.statisticsExport';
const MOST = 1000;
const NO_ORG = '组织不存在，或不在管理范围内';

async function placeOf(ctx: Ctx, orgId: string | undefined) {
  const org = await findOrg(ctx.db, ctx.scope, orgId ?? ctx.session.orgId);
  if (!org || ctx.scope.memberId !== null) throw notFound(NO_ORG);
  return org;
}

/** What the organisations right below one have sent in, had adopted and got back in a year or a month. */
export async function statistics(
  ctx: Ctx,
  input: ParsedOf<typeof contract.articleStatistics>,
): Promise<ReplyOf<typeof contract.articleStatistics>> {
  const org = await placeOf(ctx, input.orgId);
  const now = await todayOf(ctx.db);
  const year = input.year ?? Number(now.slice(0, 4));
  const period = { year, month: input.month ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [found, months] = await Promise.all([
    queries.pageOfStatistics(ctx.db, ctx.scope, org.code, period, input.pageSize, offset),
    queries.monthsOf(ctx.db, ctx.scope, org.code, year),
  ]);
  return {
    rows: found.rows,
    total: found.total,
    year,
    years: yearsOf(now),
    org: { id: org.id, name: org.name },
    months: Array.from({ length: 12 }, (_one, at) => {
      const { sent = 0, adopted = 0, returned = 0 } = months.find(({ month }) => month === at + 1) ?? {};
      return { month: at + 1, sent, adopted, returned };
    }),
  };
}

/** The texts that one figure counts. */
export async function counted(
  ctx: Ctx,
  input: ParsedOf<typeof contract.countedArticles>,
): Promise<ReplyOf<typeof contract.countedArticles>> {
  const org = await placeOf(ctx, input.orgId);
  const year = input.year ?? Number((await todayOf(ctx.db)).slice(0, 4));
  const of = { code: org.code, alone: input.alone ?? false, step: input.step, year, month: input.month ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfCounted(ctx.db, ctx.scope, of, input.pageSize, offset);
  return { rows: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: found.total };
}

interface Asked {
  place: { code: string; name: string };
  year: number;
  month: number | null;
  by: { name: string; org: string };
}

/** Queues the table as it is shown; answers the job's id. */
export async function startExport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportStatistics>,
): Promise<ReplyOf<typeof contract.exportStatistics>> {
  const org = await placeOf(ctx, input.orgId);
  const year = input.year ?? Number((await todayOf(ctx.db)).slice(0, 4));
  const title = '导出稿件统计';
  const jobInput: Asked & { purpose: string } = {
    place: { code: org.code, name: org.name },
    year,
    month: input.month ?? null,
    by: { name: ctx.session.accountName, org: ctx.session.orgName },
    purpose: input.purpose,
  };
  const jobId = await enqueue(ctx, { kind: STATISTICS_EXPORT, title, right: 'archive:write', input: { ...jobInput } });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode: org.code, reason: input.purpose });
  return { jobId };
}

const COLUMNS = [
  { head: '组织', width: 36 },
  { head: '报送', width: 10, kind: 'whole' },
  { head: '采用', width: 10, kind: 'whole' },
  { head: '退回', width: 10, kind: 'whole' },
  { head: '阅读（人次）', width: 14, kind: 'whole' },
] as const;

/** A line for each organisation of the table. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { place, year, month, by, purpose } = job.input as unknown as Asked & { purpose: string };
  const { db } = job.services;
  async function* rows() {
    for (let offset = 0; ; offset += MOST) {
      await job.progress(offset, null, '正在导出');
      const found = await queries.pageOfStatistics(
        db,
        workerScope(job.orgCode),
        place.code,
        { year, month },
        MOST,
        offset,
      );
      for (const row of found.rows)
        yield [row.name, String(row.sent), String(row.adopted), String(row.returned), String(row.readers)];
      if (found.rows.length < MOST) return;
    }
  }
  const when = month === null ? `${year}年` : `${year}年${month}月`;
  return writeExport(job, {
    kind: STATISTICS_EXPORT,
    title: `${place.name}${when}稿件统计`,
    unit: '个组织',
    columns: COLUMNS,
    rows: rows(),
    by,
    purpose,
  });
}
