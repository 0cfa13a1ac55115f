import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import * as contract from '#modules/dualReport/contract.ts';
import { timesText } from '#modules/dualReport/rules.ts';
import { writeExport } from '#modules/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { narrow, workerScope } from '#platform/server/scope.ts';
import { pageOfReports } from '../queries/list.ts';
import { filterOf, postsText } from './read.ts';

export const REPORT_EXPORT = 'dualReport.reports';
const TITLE = '党员报到列表';
const CHUNK = 500;

type Input = ParsedOf<typeof contract.exportReports> & { code: string; by: { name: string; org: string } };

/** Queues the list as a workbook; answers the job's id. */
export async function startReports(ctx: Ctx, input: ParsedOf<typeof contract.exportReports>) {
  const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined || !narrow(ctx.scope, code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const jobId = await enqueue(ctx, {
    kind: REPORT_EXPORT,
    title,
    right: 'sbd:read',
    input: { ...input, code, by: { name, org } },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const HEADS: readonly (readonly [head: string, width: number, kind?: 'day'])[] = [
  ['姓名', 12],
  ['状态', 10],
  ['所在党组织', 30],
  ['社区党组织', 30],
  ['小区', 20],
  ['服务岗位', 26],
  ['服务时间', 24],
  ['申请日期', 14, 'day'],
  ['审核日期', 14, 'day'],
  ['结束日期', 14, 'day'],
];

/** A line for each report, in the list's order. */
export async function runReports(job: RunningJob): Promise<JobResult> {
  const { code, purpose, by, ...input } = job.input as unknown as Input;
  const scope = narrow(workerScope(job.orgCode), code);
  const names = await dictionaryNames(job.services);

  async function* rows() {
    if (!scope) return;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await pageOfReports(job.services.db, scope, filterOf(input), CHUNK, done);
      for (const row of page.rows) {
        yield [
          row.name,
          contract.stateOf(row.status),
          row.homeName,
          row.orgName,
          row.quarter,
          postsText(names, row.posts),
          timesText(row.times),
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
    kind: REPORT_EXPORT,
    title: input.view === undefined ? TITLE : `${TITLE}（${contract.VIEWS[input.view]}）`,
    unit: '人',
    columns: HEADS.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
    rows: rows(),
    by,
    purpose,
  });
}
