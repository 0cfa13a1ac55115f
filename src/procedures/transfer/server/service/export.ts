import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx, Session } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#procedures/transfer/contract.export.ts';
import { VIEWS } from '#procedures/transfer/contract.ts';
import * as queries from '../queries/transfer.ts';
import { rowOf } from './read.ts';

export const TRANSFER_EXPORT = 'relation.export';
const TITLE = '组织关系转接';
const CHUNK = 500;

type Input = ParsedOf<typeof contract.exportTransfers> & {
  code: string | null;
  /** Whose to-dos and decisions 待办 and 审批记录 are. */
  session: Pick<Session, 'accountId' | 'orgId'>;
  by: { name: string; org: string };
};

/** Queues a view of the desk as a workbook; answers the job's id. */
export async function startExport(ctx: Ctx, input: ParsedOf<typeof contract.exportTransfers>) {
  const chosen = input.orgId === undefined ? null : ctx.chosenOrg;
  if (input.orgId !== undefined && !(chosen && narrowScope(ctx.scope, chosen.code))) throw notFound('所选党组织不存在');
  const { accountId, orgId, accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const jobId = await enqueue(ctx, {
    kind: TRANSFER_EXPORT,
    title,
    right: 'relation:approve',
    input: { ...input, code: chosen?.code ?? null, session: { accountId, orgId }, by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day'])[] = [
  ['姓名', 12],
  ['人员类别', 12],
  ['状态', 14],
  ['类型', 16],
  ['转出党组织', 30],
  ['转入党组织', 30],
  ['等待办理', 26],
  ['期限', 14, 'day'],
  ['介绍信', 30],
  ['提交日期', 14, 'day'],
  ['完成日期', 14, 'day'],
];

/** A line for each transfer of the view, in the desk's order. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { view, kind, status, code, session, purpose, by } = job.input as unknown as Input;
  const scope = workerScope(job.orgCode);
  const below = code === null ? null : queries.areaAt(code);
  const filter = { view, below, name: null, kind: kind ?? null, status: status ?? null };

  async function* rows() {
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await queries.pageOfTransfers(job.services.db, scope, session, filter, CHUNK, done);
      for (const row of page.rows.map(rowOf)) {
        yield [
          row.name,
          row.categoryName,
          row.statusName,
          row.kindName,
          row.fromName,
          row.toName,
          row.waitsFor,
          row.dueOn ?? '',
          row.letterNo,
          row.submittedOn ?? '',
          row.completedOn ?? '',
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }

  return writeExport(job, {
    kind: TRANSFER_EXPORT,
    title: `${TITLE}（${VIEWS[view]}）`,
    unit: '件',
    columns: HEADS.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
