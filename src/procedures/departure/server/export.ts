import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#procedures/departure/contract.export.ts';
import { VIEWS } from '#procedures/departure/contract.ts';
import { STATES } from '#procedures/departure/rules.ts';
import { pageOfVariations } from './queries.ts';
import { kindName } from './service.ts';

export const VARIATION_EXPORT = 'variation.export';
const TITLE = '党员异动';
const CHUNK = 500;

type Input = ParsedOf<typeof contract.exportVariations> & { code: string; by: { name: string; org: string } };

/** Queues a view of the list as a workbook; answers the job's id. */
export async function startExport(ctx: Ctx, input: ParsedOf<typeof contract.exportVariations>) {
  const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined || !narrowScope(ctx.scope, code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const jobId = await enqueue(ctx, {
    kind: VARIATION_EXPORT,
    title,
    right: 'variation:read',
    input: { ...input, code, by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day'])[] = [
  ['姓名', 12],
  ['异动类型', 16],
  ['状态', 12],
  ['生效日期', 14, 'day'],
  ['情况说明', 40],
  ['党支部', 30],
  ['登记人', 12],
  ['审批组织', 30],
];

/** A line for each variation of the view, the latest first. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { view, code, purpose, by } = job.input as unknown as Input;
  const scope = narrowScope(workerScope(job.orgCode), code);

  async function* rows() {
    if (!scope) return;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await pageOfVariations(job.services.db, scope, view, '', CHUNK, done);
      for (const row of page.rows) {
        yield [
          row.name,
          kindName(row.kind),
          row.state === null ? '' : STATES[row.state],
          row.effectiveOn,
          row.reason,
          row.orgName,
          row.askedName,
          row.deciderName,
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }

  return writeExport(job, {
    kind: VARIATION_EXPORT,
    title: `${TITLE}（${VIEWS[view]}）`,
    unit: '件',
    columns: HEADS.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
