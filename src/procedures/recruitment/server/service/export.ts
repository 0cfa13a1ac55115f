import { writeExport } from '#kernel/job/server/exportFile.ts';
import { placeOf } from '#people/org/server/index.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#procedures/recruitment/contract.export.ts';
import { ENDINGS, STEP_STATES } from '#procedures/recruitment/rules/path.ts';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/export.ts';
import type { Asker } from '../queries/list.ts';
import { askerOf, rowOf } from './read.ts';

export const FILE_EXPORT = 'recruitment.export';
const TITLE = '发展党员台账';
const CHUNK = 1000;

type Input = ParsedOf<typeof contract.exportFiles> & {
  code: string;
  /** Of whom 待我审批 is asked. */
  session: Asker;
  by: { name: string; org: string };
};

/** Queues the ledger of an organisation and those below it; answers the job's id. */
export async function startExport(ctx: Ctx, input: ParsedOf<typeof contract.exportFiles>) {
  if (ctx.scope.memberId !== null) throw forbidden();
  const place = input.orgId ? await placeOf(ctx.db, ctx.scope, input.orgId) : null;
  if (input.orgId && !place) throw notFound('所选党组织不存在');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const code = place?.code ?? ctx.session.orgCode;
  const jobId = await enqueue(ctx, {
    kind: FILE_EXPORT,
    title,
    right: 'recruit:write',
    input: { ...input, code, session: askerOf(ctx), by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day' | 'whole'])[] = [
  ['姓名', 12],
  ['性别', 8],
  ['年龄', 8, 'whole'],
  ['所在党支部', 26],
  ['人员类别', 16],
  ['当前步骤', 28],
  ['状态', 12],
  ['最早日期', 14, 'day'],
  ['最迟日期', 14, 'day'],
  ['结束方式', 12],
  ['结束日期', 14, 'day'],
  ...STEPS.map(({ no, title }) => [`${no} ${title}`, 16, 'day'] as const),
];

/** A line for each file with the days of its twenty-five steps, in tree order. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { code, stage, view, session, purpose, by } = job.input as unknown as Input;
  const { db } = job.services;
  const scope = narrowScope(workerScope(job.orgCode), code);

  async function* rows() {
    if (!scope) return;
    let after: { code: string; id: string } | null = null;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const files: queries.ExportedFile[] = await queries.filesAfter(
        db,
        scope,
        session,
        { stage: stage ?? null, view: view ?? null },
        after,
        CHUNK,
      );
      for (const file of files) {
        const row = rowOf(file);
        const days = new Map(file.days.map(({ no, day }) => [no, day]));
        yield [
          row.name,
          row.genderName,
          row.age === null ? '' : String(row.age),
          row.orgName,
          row.categoryName,
          row.ending ? '' : `第${row.step}步 ${row.stepName}`,
          row.ending ? '' : STEP_STATES[row.stepState],
          row.earliestOn ?? '',
          row.dueOn ?? '',
          row.ending ? ENDINGS[row.ending] : '',
          row.endedOn ?? '',
          ...STEPS.map(({ no }) => days.get(no) ?? ''),
        ];
      }
      done += files.length;
      const last = files.at(-1);
      if (!last || files.length < CHUNK) return;
      after = { code: last.orgCode, id: last.id };
    }
  }

  return writeExport(job, {
    kind: FILE_EXPORT,
    title: TITLE,
    unit: '人',
    columns: HEADS.map(([head, width, kind]) => ({ head, width, ...(kind ? { kind } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
