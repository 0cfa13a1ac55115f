import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { sendStored } from '#platform/server/files/files.ts';
import { cancelJob as cancelQueued, enqueue } from '#platform/server/jobs/jobs.ts';
import type * as contract from '../contract.ts';
import { JOB_STATES, JOB_TYPES, type JobRow } from '../contract.ts';
import * as queries from './queries.ts';

/** Days after which the end of a job is no news. */
const NEWS_DAYS = 3;

const hasEnded = ({ state }: queries.JobRecord) => state !== 'queued' && state !== 'running';

function toRow(ctx: Ctx, job: queries.JobRecord): JobRow {
  const { state, progress, total, run_seconds: seconds } = job;
  const moving = state === 'running' && total !== null && progress > 0 && seconds !== null;
  return {
    id: job.id,
    type: job.type,
    typeName: JOB_TYPES[job.type],
    title: job.title,
    state,
    stateName: JOB_STATES[state],
    progress,
    total,
    message: job.message,
    createTime: job.created_at.toISOString(),
    finishTime: job.finished_at?.toISOString() ?? null,
    secondsLeft: moving ? Math.ceil((seconds * (total - progress)) / progress) : null,
    fileName: job.file_name,
    fileSize: job.file_size === null ? null : Number(job.file_size),
    fileUntil: job.file_until?.toISOString() ?? null,
    href: job.href,
    can: {
      cancel: !hasEnded(job),
      download: state === 'done' && job.file_id !== null && standsAlike(ctx, job) && holdsRight(ctx, job),
      repeat: mayRepeat(ctx, job),
    },
  };
}

/** The account's own imports and exports. */
export async function listJobs(ctx: Ctx, input: ParsedOf<typeof contract.listJobs>) {
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.listJobs(
    ctx.db,
    ctx.session.accountId,
    { state: input.state, type: input.type },
    input.pageSize,
    offset,
  );
  return { rows: page.rows.map((job) => toRow(ctx, job)), total: page.total };
}

async function own(ctx: Ctx, id: string): Promise<queries.JobRecord> {
  const job = await queries.getJob(ctx.db, ctx.session.accountId, id);
  if (!job) throw notFound();
  return job;
}

export const getJob = async (ctx: Ctx, id: string): Promise<JobRow> => toRow(ctx, await own(ctx, id));

/** Asks a job to stop; refused where it has ended. */
export async function cancelJob(ctx: Ctx, id: string): Promise<null> {
  const job = await own(ctx, id);
  if (!(await cancelQueued(ctx.db, ctx.session.accountId, id))) throw refuse('任务已结束，不能取消');
  ctx.audit({ type: 'job', id, name: job.title });
  return null;
}

/**
 * Whether the session stands where the job was started: the same role, the same organisation, and that one still where it
 * was in the tree. What the job read was read by this standing, and its file is for it alone.
 */
const standsAlike = ({ session }: Ctx, job: queries.JobRecord): boolean =>
  job.role_id === session.roleId && job.org_id === session.orgId && job.org_code === session.orgCode;

const holdsRight = (ctx: Ctx, { right_key: right }: queries.JobRecord): boolean => right !== null && ctx.may(right);

const mayRepeat = (ctx: Ctx, job: queries.JobRecord): boolean =>
  job.type === 'export' && hasEnded(job) && standsAlike(ctx, job) && holdsRight(ctx, job);

const ELSEWHERE = '请先切换到发起任务时的角色和组织';

/** Queues an ended export once more, for what its filter finds now; refused in another role or organisation, or without its right. */
export async function repeatJob(ctx: Ctx, id: string): Promise<{ jobId: string }> {
  const job = await own(ctx, id);
  if (job.type !== 'export') throw refuse('只有导出可以重新发起');
  if (!hasEnded(job)) throw refuse('任务还没有结束');
  if (!standsAlike(ctx, job)) throw refuse(ELSEWHERE);
  if (job.right_key === null || !holdsRight(ctx, job)) throw forbidden();
  const input = await queries.inputOf(ctx.db, ctx.session.accountId, id);
  const jobId = await enqueue(ctx, { kind: job.kind, title: job.title, right: job.right_key, input });
  const { purpose } = input;
  ctx.audit({ type: 'job', id: jobId, name: job.title, ...(typeof purpose === 'string' ? { reason: purpose } : {}) });
  return { jobId };
}

/** What the account's windows have to say: each ended job once, and how many are under way. */
export async function endedJobs(ctx: Ctx): Promise<ReplyOf<typeof contract.endedJobs>> {
  const { accountId } = ctx.session;
  const notified = await queries.notifyEnded(ctx.db, accountId, NEWS_DAYS);
  return {
    underWay: await queries.countUnderWay(ctx.db, accountId),
    ended: notified.map((job) => ({
      id: job.id,
      title: job.title,
      state: job.state === 'done' ? 'done' : 'failed',
      message: job.message,
      href: job.href,
      file: job.file_id !== null,
    })),
  };
}

/**
 * The result of a finished job, for whoever started it and may still read what it holds: in the role and organisation of
 * the start, with its right. Each fetch leaves an audit row.
 */
export async function downloadJobFile(ctx: Ctx, id: string): Promise<FileReply> {
  const job = await own(ctx, id);
  if (job.state !== 'done' || job.file_id === null) throw refuse('任务还没有可下载的文件');
  if (!standsAlike(ctx, job)) throw refuse(ELSEWHERE);
  if (!holdsRight(ctx, job)) throw forbidden();
  ctx.audit({ type: 'job', id, name: job.file_name ?? job.title });
  return sendStored(ctx.services, job.file_id);
}
