import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#life/orgLife/contract.export.ts';
import { cellText } from '#life/orgLife/rules.duty.ts';
import { alsoText, STATES, typeName } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { meetingsAfter } from '../queries/books.ts';
import { findPlace } from '../queries/duty.ts';
import type { MeetingRecord } from '../queries/meeting.ts';
import { matrixAt } from './matrix.ts';
import { filterOf, localTime } from './meeting.ts';

export const MEETING_EXPORT = 'event.meetingsExport';
export const MATRIX_EXPORT = 'event.matrixExport';
const CHUNK = 1000;

interface Asked {
  /** The organisation that is looked at, and its code. */
  place: { id: string; code: string };
  by: { name: string; org: string };
}

async function start(ctx: Ctx, kind: string, what: string, input: { orgId?: string | undefined; purpose: string }) {
  if (ctx.scope.memberId !== null) throw forbidden();
  const found = await findPlace(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  if (!found) throw notFound('组织不存在');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${what}`;
  const place = { id: found.id, code: found.code };
  const jobId = await enqueue(ctx, { kind, title, right: 'event:read', input: { ...input, place, by: { name, org } } });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode: place.code, reason: input.purpose });
  return { jobId };
}

/** Queues the meetings of the list as it is filtered; answers the job's id. */
export const startMeetings = (
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportMeetings>,
): Promise<ReplyOf<typeof contract.exportMeetings>> => start(ctx, MEETING_EXPORT, '会议清单', input);

/** Queues the matrix of an organisation, a type and a year. */
export const startMatrix = (
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportMatrix>,
): Promise<ReplyOf<typeof contract.exportMatrix>> => start(ctx, MATRIX_EXPORT, '应开总表', input);

const COLUMNS = [
  { head: '组织', width: 28 },
  { head: '会议类型', width: 16 },
  { head: '合并开展', width: 14 },
  { head: '会议名称', width: 32 },
  { head: '开始时间', width: 18 },
  { head: '结束时间', width: 18 },
  { head: '地点', width: 22 },
  { head: '主持人', width: 12 },
  { head: '记录人', width: 12 },
  { head: '主讲人', width: 12 },
  { head: '应到', width: 8, kind: 'whole' },
  { head: '实到', width: 8, kind: 'whole' },
  { head: '状态', width: 10 },
  { head: '补录', width: 8 },
] as const;

const lineOf = (row: MeetingRecord): string[] => [
  row.orgName,
  typeName(row.type),
  alsoText(row.alsoType),
  row.title,
  localTime(row.startsAt),
  localTime(row.endsAt),
  row.place,
  row.host,
  row.recorder,
  row.lecturer,
  row.due === null ? '' : String(row.due),
  row.present === null ? '' : String(row.present),
  row.cancelledAt ? '已取消' : STATES[row.state],
  row.lateEntry ? '是' : '',
];

/** A line for each meeting; what was said stays on the meeting's page. */
export async function runMeetings(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as ParsedOf<typeof contract.exportMeetings> & Asked;
  const scope = narrowScope(workerScope(job.orgCode), input.place.code);
  const filter = filterOf(input);

  async function* rows() {
    if (!scope) return;
    let after: MeetingRecord | null = null;
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const found: MeetingRecord[] = await meetingsAfter(job.services.db, scope, filter, after, CHUNK);
      for (const row of found) yield lineOf(row);
      done += found.length;
      after = found.at(-1) ?? null;
      if (!after || found.length < CHUNK) return;
    }
  }

  const { by, purpose } = input;
  return writeExport(job, {
    kind: MEETING_EXPORT,
    title: '会议清单',
    unit: '次会议',
    columns: COLUMNS,
    rows: rows(),
    by,
    purpose,
  });
}

/** The matrix as it stands on the page: organisations by period. */
export async function runMatrix(job: RunningJob): Promise<JobResult> {
  const { place, type, year, by, purpose } = job.input as unknown as ParsedOf<typeof contract.exportMatrix> & Asked;
  const own = workerScope(job.orgCode);
  const scope = narrowScope(own, place.code);
  if (!scope) throw notFound('组织不存在');
  const found = await matrixAt(job.services, own, scope, place.id, { type, year });

  async function* rows() {
    for (const { name, isBranch, cells } of found.rows) {
      yield [name, ...cells.map((cell) => (cell.total === 0 ? '—' : cellText(cell, isBranch, type)))];
    }
  }

  return writeExport(job, {
    kind: MATRIX_EXPORT,
    title: `${found.org.name}${found.year}年${typeName(type)}应开总表`,
    unit: '个组织',
    columns: [{ head: '组织', width: 32 }, ...found.periods.map(({ label }) => ({ head: label, width: 12 }))],
    rows: rows(),
    by,
    purpose,
  });
}
