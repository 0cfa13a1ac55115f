import { MATERIAL_STATES, monthText, REVIEW_STATES } from '#assessment/orgAssessment/rules.ts';
import type * as contract from '#assessment/trinity/contract.report.ts';
import { FIGURES, type Figure } from '#assessment/trinity/rules.report.ts';
import { pointsText } from '#assessment/trinity/rules.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { pageOfScores, type ScoreRecord } from '../queries/scores.ts';
import { figureScope, filterBehind } from './reports.ts';

export const BEHIND_EXPORT = 'trinity.materials';
const CHUNK = 2000;

const HEADS = [
  ['考核单位', 34],
  ['板块', 16],
  ['指标', 30],
  ['时段', 8],
  ['截止日期', 12],
  ['报送', 10],
  ['报送日期', 12],
  ['审核', 10],
  ['逾期', 8],
  ['自评', 8],
  ['得分', 8],
  ['满分', 8],
  ['意见', 40],
] as const;

const points = (value: number | null) => (value === null ? '' : pointsText(value));
const cells = (one: ScoreRecord): string[] => [
  one.orgName,
  one.partTitle,
  one.itemTitle,
  monthText(one.month) || '全期',
  one.dueOn,
  MATERIAL_STATES[one.state as keyof typeof MATERIAL_STATES],
  one.handedOn ?? '',
  // What nobody has handed in waits for nobody.
  one.state < 1 && one.review === 0 ? '' : REVIEW_STATES[one.review as keyof typeof REVIEW_STATES],
  one.isLate ? (one.state === 1 ? '迟报' : '逾期') : '',
  points(one.self),
  points(one.final),
  points(one.points),
  one.opinion,
];

interface Given {
  of: { evaluationId: string; unitId: string | null; itemId: string | null };
  figure: Figure;
  orgId: string;
  title: string;
  by: { name: string; org: string };
  purpose: string;
}

/** Queues the materials behind a figure as a workbook. */
export async function start(ctx: Ctx, input: ParsedOf<typeof contract.exportBehind>): Promise<{ jobId: string }> {
  const { row, unit, item, of } = await figureScope(ctx, input);
  const { accountName: name, orgName: org, orgId } = ctx.session;
  const parts = [row.name, unit?.orgName, item?.title].filter(Boolean).join(' ');
  const title = `${parts} ${FIGURES[input.view]}的资料`;
  const given: Given = { of, figure: input.view, orgId, title, by: { name, org }, purpose: input.purpose };
  const jobId = await enqueue(ctx, {
    kind: BEHIND_EXPORT,
    title: `导出${title}`,
    right: 'trinity:read',
    input: { ...given },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

/** Writes them a line for each, in the order of the list, as whoever asked sees them when it runs. */
export async function run(job: RunningJob): Promise<JobResult> {
  const { of, figure, orgId, title, by, purpose } = job.input as unknown as Given;
  const scope = workerScope(job.orgCode);
  async function* rows() {
    for (let done = 0; ; ) {
      const page = await pageOfScores(job.services.db, scope, orgId, filterBehind(of, figure, null), CHUNK, done);
      for (const one of page.rows) yield cells(one);
      done += page.rows.length;
      await job.progress(done, page.total, '正在导出');
      if (page.rows.length < CHUNK) return;
    }
  }
  const columns = HEADS.map(([head, width]) => ({ head, width }));
  return writeExport(job, { kind: BEHIND_EXPORT, title, unit: '份', columns, rows: rows(), by, purpose });
}
