import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { shareText } from '#platform/text/share.ts';
import * as contract from '#service/dualReport/contract.coverage.ts';
import * as queries from '../queries/coverage.ts';

export const COVERAGE_EXPORT = 'dualReport.coverage';
const TITLES = { member: '在职党员报到统计', org: '组织报到统计' } as const;

/** The organisation asked for, the own one where none is named; out of scope reads as not found. */
function asked(ctx: Ctx, orgId: string | undefined): { code: string; scope: Scope } {
  const { orgCode } = ctx.session;
  const code = orgId === undefined ? orgCode : ctx.chosenOrg?.code;
  const scope = code === undefined ? null : narrowScope(ctx.scope, code);
  if (code === undefined || !scope) throw notFound('没有这个党组织，或不在管理范围内');
  return { code, scope };
}

/** How far the members in work have reported. */
export async function members(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.memberCoverage>,
): Promise<contract.Coverage> {
  const { code, scope } = asked(ctx, orgId);
  const [figures, places] = await Promise.all([
    queries.coverageOf(ctx.db, scope, code, queries.expectedMembers),
    queries.memberPlaces(ctx.db, scope),
  ]);
  return { ...figures, places };
}

/** How far the party organisations of units have reported. */
export async function organisations(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.orgCoverage>,
): Promise<contract.Coverage> {
  const { code, scope } = asked(ctx, orgId);
  const [figures, places] = await Promise.all([
    queries.coverageOf(ctx.db, scope, code, queries.expectedOrgs),
    queries.orgPlaces(ctx.db, scope),
  ]);
  return { ...figures, places };
}

/** How many have reported to the communities of the scope. */
export const here = (ctx: Ctx, { orgId }: ParsedOf<typeof contract.cameHere>) =>
  queries.cameTo(ctx.db, asked(ctx, orgId).scope);

async function lacking(
  ctx: Ctx,
  kind: 'member' | 'org',
  input: ParsedOf<typeof contract.lackingMembers>,
): Promise<ReplyOf<typeof contract.lackingMembers>> {
  const { scope } = asked(ctx, input.orgId);
  const filter = { lack: input.lack ?? null, name: input.keyWords ?? '' };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const [page, names] = await Promise.all([
    queries.pageOfLacking(ctx.db, scope, kind, filter, input.pageSize, skipped),
    dictionaryNames(ctx.services),
  ]);
  const may = kind === 'member' && ctx.may('sbd:write');
  return {
    rows: page.rows.map(({ occupation, unit, ...row }) => ({
      ...row,
      note: kind === 'member' ? names.name('0008', occupation) : unit,
      lackName: contract.LACKS[row.lack],
      can: { exempt: may && row.lack !== 'exempt', endExemption: may && row.lack === 'exempt' },
    })),
    total: page.total,
  };
}

export const lackingMembers = (ctx: Ctx, input: ParsedOf<typeof contract.lackingMembers>) =>
  lacking(ctx, 'member', input);
export const lackingOrgs = (ctx: Ctx, input: ParsedOf<typeof contract.lackingOrgs>) => lacking(ctx, 'org', input);

interface Input {
  kind: 'member' | 'org';
  code: string;
  purpose: string;
  by: { name: string; org: string };
}

/** Queues the figures as a workbook; answers the job's id. */
export async function startCoverage(ctx: Ctx, { kind, orgId, purpose }: ParsedOf<typeof contract.exportCoverage>) {
  const { code } = asked(ctx, orgId);
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLES[kind]}`;
  const input: Input = { kind, code, purpose, by: { name, org } };
  const jobId = await enqueue(ctx, { kind: COVERAGE_EXPORT, title, right: 'sbd:read', input: { ...input } });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

/** A line for each organisation directly below, and one for all of them. */
export async function runCoverage(job: RunningJob): Promise<JobResult> {
  const { kind, code, purpose, by } = job.input as unknown as Input;
  const scope = narrowScope(workerScope(job.orgCode), code);
  const of = kind === 'member' ? queries.expectedMembers : queries.expectedOrgs;

  async function* rows() {
    if (!scope) return;
    const { below, total } = await queries.coverageOf(job.services.db, scope, code, of);
    for (const row of [...below, { name: '合计', ...total }]) {
      const { expected, reported, exempt, waiting } = row;
      const rate = shareText(reported, expected, '');
      // Who waits has not reported yet.
      const counts = [expected, reported, expected - reported, waiting, exempt].map(String);
      yield [row.name, ...counts, rate];
    }
  }

  return writeExport(job, {
    kind: COVERAGE_EXPORT,
    title: TITLES[kind],
    unit: '行',
    columns: [
      { head: '党组织', width: 36 },
      ...['应报到', '已报到', '待报（含待审）', '其中待审', '免报'].map((head) => ({
        head,
        width: 12,
        kind: 'whole' as const,
      })),
      { head: '报到率', width: 12, kind: 'percent' },
    ],
    rows: rows(),
    by,
    purpose,
  });
}
