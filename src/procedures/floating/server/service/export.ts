import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#procedures/floating/contract.export.ts';
import { VIEWS } from '#procedures/floating/contract.ts';
import { pageOfFloats } from '../queries/list.ts';
import { filterOf, withCodeNames } from './read.ts';

export const LIST_EXPORT = 'floating.export';
const TITLE = '流动党员名单';
const CHUNK = 500;

type Input = ParsedOf<typeof contract.exportFloats> & { code: string; by: { name: string; org: string } };

/** Queues a view of the list as a workbook; answers the job's id. */
export async function startList(ctx: Ctx, input: ParsedOf<typeof contract.exportFloats>) {
  const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined || !narrowScope(ctx.scope, code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const jobId = await enqueue(ctx, {
    kind: LIST_EXPORT,
    title,
    right: 'floating:read',
    input: { ...input, code, by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day'])[] = [
  ['姓名', 12],
  ['状态', 14],
  ['流入（来自）地区', 26],
  ['原因', 16],
  ['行业', 18],
  ['起始日期', 14, 'day'],
  ['预计返回', 14, 'day'],
  ['结束日期', 14, 'day'],
  ['登记组织', 30],
  ['另一方组织', 30],
  ['联系人', 12],
  ['最近联系', 14, 'day'],
  ['下次联系', 14, 'day'],
];

/** A line for each person of the view, in the list's order. */
export async function runList(job: RunningJob): Promise<JobResult> {
  const { code, purpose, by, ...input } = job.input as unknown as Input;
  const scope = narrowScope(workerScope(job.orgCode), code);

  async function* rows() {
    if (!scope) return;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await pageOfFloats(job.services.db, scope, filterOf(input), CHUNK, done);
      for (const row of page.rows) {
        const { statusName, reasonName, tradeName } = withCodeNames(row);
        yield [
          row.name,
          statusName,
          row.region,
          reasonName,
          tradeName,
          row.startedOn,
          row.plannedTo ?? '',
          row.endedOn ?? '',
          row.orgName,
          row.otherName,
          row.contactName,
          row.lastContactOn ?? '',
          row.dueOn ?? '',
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }

  return writeExport(job, {
    kind: LIST_EXPORT,
    title: `${TITLE}（${VIEWS[input.view]}）`,
    unit: '人',
    columns: HEADS.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
