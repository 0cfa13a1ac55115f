import { sql } from 'kysely';
import { Ctx, type Session } from '../context.ts';
import { transact } from '../database/db.ts';
import { refuse } from '../errors.ts';
import { sessionOfGrant } from '../http/authenticate.ts';
import { writeAudit } from '../log/audit.ts';
import type { RunningJob } from '../module.ts';

/** Who started a job, with the rights that this role has now. @throws a refusal where the role is no longer good */
export async function sessionOfJob(job: RunningJob): Promise<Session> {
  const { rows } = await sql<{ grantId: string | null }>`
    select grant_id as "grantId" from job where id = ${job.id}`.execute(job.services.db);
  const grantId = rows[0]?.grantId ?? null;
  const session = grantId === null ? null : await sessionOfGrant(job.services, grantId);
  if (!session) throw refuse('发起人的权限已变化，任务已停止');
  return session;
}

/** Runs one transaction of a job on behalf of the account that started it, with the audit rows that a call would write. */
export const actInJob = <T>(
  job: RunningJob,
  session: Session,
  action: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  transact(job.services.db, async (tx) => {
    const ctx = new Ctx({ db: tx, services: job.services, session, jobId: job.id });
    const result = await work(ctx);
    const act = { action, endpoint: `job ${job.kind}`, outcome: 'done' as const, ip: '', traceId: ctx.traceId };
    if (ctx.details.length > 0) await writeAudit(tx, session, act, ctx.details);
    return result;
  });
