import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type * as contract from '#service/volunteer/contract.pair.ts';
import { DIFFICULTIES, PAIR_KINDS, PAIR_STATES } from '#service/volunteer/rules.pair.ts';
import * as queries from '../queries/pair.ts';
import { NO_ORG } from './common.ts';
import { filterOf } from './pair.ts';

export const PAIR_EXPORT = 'volunteer.pairExport';
/** Pairs of one page. */
const CHUNK = 500;

/** Queues the list as a workbook. */
export async function startExport(ctx: Ctx, { purpose, ...input }: ParsedOf<typeof contract.exportPairs>) {
  const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
  if (code === undefined || !narrowScope(ctx.scope, code)) throw notFound(NO_ORG);
  const { accountName: name, orgName: org } = ctx.session;
  const title = '导出结对台账';
  const given = { ...input, code, by: { name, org }, purpose };
  const jobId = await enqueue(ctx, { kind: PAIR_EXPORT, title, right: 'volunteer:read', input: given });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

/** Writes a line for each pair, without numbers of people in need. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { code, by, purpose, ...input } = job.input as unknown as Parameters<typeof filterOf>[0] & {
    code: string;
    by: { name: string; org: string };
    purpose: string;
  };
  const scope = narrowScope(workerScope(job.orgCode), code);
  async function* lines() {
    if (!scope) return;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await queries.pageOfPairs(job.services.db, scope, filterOf(input), CHUNK, done);
      for (const row of page.rows) {
        yield [
          PAIR_KINDS[row.kind],
          row.orgName,
          row.otherName,
          row.memberName,
          row.personName,
          row.difficulty === null ? '' : DIFFICULTIES[row.difficulty],
          PAIR_STATES[row.state],
          row.fromOn,
          row.toOn,
          String(row.visits),
          row.lastVisitOn ?? '',
          row.content,
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }
  return writeExport(job, {
    kind: PAIR_EXPORT,
    title: '结对台账',
    unit: '对',
    columns: [
      { head: '类型', width: 12 },
      { head: '申请党组织', width: 34 },
      { head: '社区（村）党组织', width: 34 },
      { head: '党员', width: 12 },
      { head: '困难群众', width: 12 },
      { head: '困难类型', width: 12 },
      { head: '状态', width: 10 },
      { head: '开始日期', width: 14, kind: 'day' },
      { head: '截止日期', width: 14, kind: 'day' },
      { head: '走访次数', width: 10, kind: 'whole' },
      { head: '最近走访', width: 14, kind: 'day' },
      { head: '结对内容', width: 50 },
    ],
    rows: lines(),
    by,
    purpose,
  });
}
