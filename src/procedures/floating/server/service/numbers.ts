import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as numbers from '#procedures/floating/contract.numbers.ts';
import { SIDES, type Side } from '#procedures/floating/contract.ts';
import { REASON_CODES, reportLines } from '#procedures/floating/rules.report.ts';
import { REASONS } from '#procedures/floating/rules.ts';
import { findOrg } from '../queries/matter.ts';
import { pageBelow, reportCells, statisticsOf } from '../queries/numbers.ts';

export const REPORT_EXPORT = 'floating.reportExport';
const titleOf = (side: Side) => `${SIDES[side]}报表`;

/** The organisation asked for, the own one where none is named; out of scope reads as not found. */
async function asked(ctx: Ctx, orgId: string | undefined) {
  const { orgCode, orgName } = ctx.session;
  const chosen = orgId === undefined ? undefined : await findOrg(ctx.db, orgId);
  const code = orgId === undefined ? orgCode : chosen?.code;
  const scope = code === undefined ? null : narrowScope(ctx.scope, code);
  if (code === undefined || !scope) throw notFound('没有这个党组织，或不在管理范围内');
  if (ctx.scope.memberId !== null) throw forbidden();
  return { code, name: chosen?.name ?? orgName, scope };
}

/** The organisations below one with their numbers. */
export async function below(ctx: Ctx, input: ParsedOf<typeof numbers.listBelow>) {
  const { code, name, scope } = await asked(ctx, input.orgId);
  const page = await pageBelow(ctx.db, scope, code, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return { ...page, orgName: name };
}

/** The cells of a report. */
export async function report(ctx: Ctx, input: ParsedOf<typeof numbers.flowReport>) {
  const { name, scope } = await asked(ctx, input.orgId);
  return { orgName: name, cells: await reportCells(ctx.db, scope, input.side) };
}

/** The numbers of an organisation's subtree, of now and of the last twelve months. */
export async function statistics(ctx: Ctx, input: ParsedOf<typeof numbers.flowStatistics>) {
  const { name, scope } = await asked(ctx, input.orgId);
  return { orgName: name, today: await todayOf(ctx.db), ...(await statisticsOf(ctx.db, scope)) };
}

type Input = { side: Side; code: string; purpose: string; by: { name: string; org: string } };

/** Queues a report as a workbook; answers the job's id. */
export async function startReport(ctx: Ctx, { side, orgId, purpose }: ParsedOf<typeof numbers.exportReport>) {
  const { code } = await asked(ctx, orgId);
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${titleOf(side)}`;
  const input: Input = { side, code, purpose, by: { name, org } };
  const jobId = await enqueue(ctx, { kind: REPORT_EXPORT, title, right: 'floating:read', input });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

/** A line for each province and trade, a column for each reason. */
export async function runReport(job: RunningJob): Promise<JobResult> {
  const { side, code, purpose, by } = job.input as unknown as Input;
  const scope = narrowScope(workerScope(job.orgCode), code);

  async function* rows() {
    if (!scope) return;
    for (const line of reportLines(await reportCells(job.services.db, scope, side))) {
      const counted = REASON_CODES.map((reason) => String(line.reasons[reason] ?? 0));
      yield [line.regionName, line.tradeName, ...counted, String(line.n)];
    }
  }

  return writeExport(job, {
    kind: REPORT_EXPORT,
    title: titleOf(side),
    unit: '行',
    columns: [
      { head: side === 'out' ? '流入地区' : '来自地区', width: 20 },
      { head: '从事行业', width: 18 },
      ...Object.values(REASONS).map((head) => ({ head, width: 14, kind: 'whole' as const })),
      { head: '合计', width: 10, kind: 'whole' as const },
    ],
    rows: rows(),
    by,
    purpose,
  });
}
