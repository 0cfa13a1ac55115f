import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import * as contract from '#modules/dualReport/contract.pair.ts';
import { writeExport } from '#modules/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { narrow, workerScope } from '#platform/server/scope.ts';
import { pageOfPairs } from '../queries/pair.ts';
import { pairFilterOf, pairState } from './pair.ts';
import { postsText } from './read.ts';

export const PAIR_EXPORT = 'dualReport.pairs';
const TITLE = '组织报到列表';
const CHUNK = 500;

type Input = ParsedOf<typeof contract.exportPairs> & { code: string; by: { name: string; org: string } };

/** Queues the list as a workbook; answers the job's id. */
export async function startPairs(ctx: Ctx, input: ParsedOf<typeof contract.exportPairs>) {
  const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined || !narrow(ctx.scope, code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const jobId = await enqueue(ctx, {
    kind: PAIR_EXPORT,
    title,
    right: 'sbd:read',
    input: { ...input, code, by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day'])[] = [
  ['报到党组织', 34],
  ['社区（街道）党组织', 34],
  ['状态', 10],
  ['联系人', 14],
  ['联系电话', 18],
  ['服务岗位', 28],
  ['可提供的资源和服务', 50],
  ['申请日期', 14, 'day'],
  ['审核日期', 14, 'day'],
  ['结束日期', 14, 'day'],
];

/** A line for each report, in the list's order. */
export async function runPairs(job: RunningJob): Promise<JobResult> {
  const { code, purpose, by, ...input } = job.input as unknown as Input;
  const scope = narrow(workerScope(job.orgCode), code);
  const names = await dictionaryNames(job.services);

  async function* rows() {
    if (!scope) return;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await pageOfPairs(job.services.db, scope, pairFilterOf(input), CHUNK, done);
      for (const row of page.rows) {
        yield [
          row.homeName,
          row.orgName,
          pairState(row.status),
          row.contact,
          row.phone,
          postsText(names, row.posts),
          row.offers,
          row.askedOn,
          row.decidedOn ?? '',
          row.endedOn ?? '',
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }

  return writeExport(job, {
    kind: PAIR_EXPORT,
    title: input.view === undefined ? TITLE : `${TITLE}（${contract.PAIR_VIEWS[input.view]}）`,
    unit: '件',
    columns: HEADS.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
