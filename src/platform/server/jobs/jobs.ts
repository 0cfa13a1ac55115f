import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../db/types.ts';
import type { Ctx, Services } from '../context.ts';
import { type Db, isConnectionError, transact } from '../database/db.ts';
import { DISK_FULL, isDiskFull, Refusal } from '../errors.ts';
import { logFault } from '../log/log.ts';
import type { JobResult, JobRunner, RunningJob, ServerModule } from '../module.ts';
import { createReencryption, encryptedColumnsOf } from '../secrecy/reencrypt.ts';
import { countFault, runIsolated } from '../start/faults.ts';
import { withTrace } from '../watch/trace.ts';

export interface NewJob {
  kind: string;
  /** Chinese, as the list of jobs shows it. */
  title: string;
  input: Record<string, unknown>;
  /** The right without which the job stops. */
  right: string;
}

/** Queues a job for the session's account within the caller's transaction; answers its id. */
export async function enqueue(ctx: Ctx, job: NewJob): Promise<string> {
  const { accountId, orgId, orgCode, grantId } = ctx.session;
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title, account_id, org_id, org_code, grant_id, right_key, input, ip, trace_id)
    values (${job.kind}, ${job.title}, ${accountId}, ${orgId}, ${orgCode}, ${grantId}, ${job.right}, ${JSON.stringify(job.input)},
      ${ctx.ip}, ${ctx.traceId})
    returning id`.execute(ctx.db);
  return rows[0]?.id ?? '';
}

/**
 * Queues a job for each of some grants, as if its account had started it in that role: the job stops where the role has ended by
 * then. Its input gets the organisation (`orgId`) and who (`by`).
 */
export const enqueueFor = (db: Db, grants: readonly string[], { kind, title, right, input }: NewJob) =>
  sql`
    insert into job (kind, title, account_id, org_id, org_code, grant_id, right_key, input)
    select ${kind}, ${title}, g.account_id, g.org_id, g.org_code, g.id, ${right},
           ${JSON.stringify(input)}::jsonb || jsonb_build_object('orgId', g.org_id::text,
             'by', jsonb_build_object('name', g.account_name, 'org', g.org_name))
      from usable_grant g where g.id = any(${[...grants]}::bigint[])`.execute(db);

/** Queues a job that nobody started, within the caller's transaction. @param title Chinese, as the list of jobs would show it */
export const enqueueOwn = (db: Db, kind: string, title: string) =>
  sql`insert into job (kind, title) values (${kind}, ${title})`.execute(db);

const POLL_MS = 500;
const HEARTBEAT_MS = 5000;
const DEAD_SECONDS = 30;
const MAX_ATTEMPTS = 3;
/** Jobs of one process at the same time: more than one account can have running. */
const AT_ONCE = 4;
/** Jobs of one account at the same time, in all processes together. */
const OF_ONE_ACCOUNT = 2;
/** Recurring works of one process at the same time; what is due beyond them waits for the next turn. */
const RECURRING_AT_ONCE = 6;

/** Ends a run early; `state` is where the job goes. */
class Stopped extends Error {
  readonly state: 'cancelled' | 'failed' | 'queued' | 'lost';
  constructor(state: Stopped['state'], message: string) {
    super(message);
    this.state = state;
  }
}

interface JobRow {
  id: string;
  kind: string;
  account_id: string | null;
  org_id: string | null;
  org_code: string;
  input: Record<string, unknown>;
  attempts: number;
  trace_id: string | null;
}

/** A running worker of background jobs and recurring work. */
export interface Worker {
  /** Takes no new work, lets what runs reach its next step, and waits for that. */
  stop(): Promise<void>;
}

/**
 * Starts taking jobs from the queue, four at a time, and running the modules' recurring work.
 * Any number of processes may do this on one database.
 */
export function startWorker(services: Services, modules: readonly ServerModule[]): Worker {
  const runners = new Map(modules.flatMap((module) => Object.entries(module.jobs ?? {})));
  const most = new Map(modules.flatMap((module) => Object.entries(module.jobsAtOnce ?? {})));
  const active = new Map<string, number>();
  const count = (kind: string, by: number) => active.set(kind, (active.get(kind) ?? 0) + by);
  /** Those of which another one may begin. */
  const kinds = () => [...runners.keys()].filter((kind) => (active.get(kind) ?? 0) < (most.get(kind) ?? AT_ONCE));
  const works = [
    createReencryption(encryptedColumnsOf(modules)),
    ...modules.flatMap((module) => module.recurring ?? []),
  ];
  const recurring = works.map((work) => ({ work, due: 0, busy: false }));
  const running = new Set<Promise<void>>();
  const end = new AbortController();

  const start = (promise: Promise<void>) => {
    const tracked = promise.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  let jobs = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  let taking: Promise<unknown> = Promise.resolve();
  // One after the other, so that each knows what the one before it has begun.
  const takeNext = () => {
    const taken = taking.then(async () => {
      const row = await take(services.db, kinds());
      if (row) count(row.kind, 1);
      return row;
    });
    taking = taken.catch(() => {});
    return taken;
  };
  /** Goes on with the next job at once, as long as there is one. */
  const work = async (first: JobRow) => {
    for (let row: JobRow | undefined = first; row; ) {
      const { kind } = row;
      const runner = runners.get(kind);
      if (runner) await run(services, row, runner, end.signal).catch((error) => logFault('job', error));
      count(kind, -1);
      row = end.signal.aborted ? undefined : await takeNext();
    }
  };
  const tick = async () => {
    try {
      for (const entry of recurring.toSorted((a, b) => a.due - b.due)) {
        if (entry.busy || Date.now() < entry.due) continue;
        // Each holds a connection and asks for a second: all at once they would take the pool and wait for each other.
        if (recurring.filter(({ busy }) => busy).length >= RECURRING_AT_ONCE) break;
        entry.due = Date.now() + entry.work.everySeconds * 1000;
        entry.busy = true;
        start(
          runIsolated(() => guarded(services, entry.work))
            .catch((error) => {
              logFault(`recurring work ${entry.work.name}`, error);
              countFault(services.db, `recurring work ${entry.work.name}`, error);
            })
            .finally(() => {
              entry.busy = false;
            }),
        );
      }
      await reviveDead(services.db);
      while (jobs < AT_ONCE && !end.signal.aborted) {
        const row = await takeNext();
        if (!row) break;
        jobs++;
        start(
          work(row)
            .catch((error) => logFault('job queue', error))
            .finally(() => {
              jobs--;
            }),
        );
      }
    } catch (error) {
      logFault('job queue', error);
    }
    if (!end.signal.aborted) timer = setTimeout(begin, POLL_MS);
  };
  const begin = () => {
    turn = tick();
  };
  begin();

  return {
    async stop() {
      end.abort();
      clearTimeout(timer);
      await turn;
      await Promise.all(running);
    },
  };
}

/**
 * The next job, in a fair order: first those of accounts with the fewest jobs running, of them the account that has waited
 * longest for its turn, then the oldest. Whoever has queued forty keeps nobody waiting behind them, and has two running at
 * most, in all processes together.
 */
function take(db: Kysely<Database>, kinds: string[]): Promise<JobRow | undefined> {
  return transact(db, async (tx) => {
    // One takes at a time: of two that count at once both would find room for a third.
    await sql`select pg_advisory_xact_lock(hashtextextended('job.take', 0))`.execute(tx);
    const { rows } = await sql<JobRow>`
      with waiting as (
        select distinct on (account_id) id, account_id, run_after from job
         where state = 'queued' and run_after <= now() and kind = any(${kinds})
         order by account_id, run_after, id
      ), busy as (
        select account_id, count(*) as n from job where state = 'running' group by account_id
      )
      update job set state = 'running', attempts = attempts + 1, heartbeat_at = now(), started_at = coalesce(started_at, now())
      where id = (
        select w.id from waiting w left join busy b on b.account_id = w.account_id
         where w.account_id is null or coalesce(b.n, 0) < ${OF_ONE_ACCOUNT}
         order by coalesce(b.n, 0),
           (select max(j.started_at) from job j where j.account_id = w.account_id) nulls first, w.run_after, w.id
         limit 1
      ) and state = 'queued'
      returning id, kind, account_id, org_id, org_code, input, attempts, trace_id`.execute(tx);
    return rows[0];
  });
}

/** A job whose process died is queued again, at most three times. */
async function reviveDead(db: Db): Promise<void> {
  await sql`
    update job set
      state = case when attempts < ${MAX_ATTEMPTS} then 'queued' else 'failed' end,
      message = case when attempts < ${MAX_ATTEMPTS} then message else '任务多次中断，已停止，请重新发起' end,
      finished_at = case when attempts < ${MAX_ATTEMPTS} then null else now() end
    where state = 'running' and heartbeat_at < now() - make_interval(secs => ${DEAD_SECONDS})`.execute(db);
}

async function run(services: Services, row: JobRow, runner: JobRunner, end: AbortSignal): Promise<void> {
  const { db } = services;
  const beat = setInterval(() => {
    sql`update job set heartbeat_at = now() where id = ${row.id} and attempts = ${row.attempts} and state = 'running'`
      .execute(db)
      .catch(() => {});
  }, HEARTBEAT_MS);
  const job: RunningJob = {
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    orgId: row.org_id,
    orgCode: row.org_code,
    input: row.input,
    attempt: row.attempts,
    services,
    progress: (done, total, message = '') => step(db, row, end, done, total, message),
  };
  try {
    // Asks once before anything is done: a cancelled or disallowed job does not start.
    await step(db, row, end, 0, null, '');
    const outcome = await runIsolated(() => withTrace(`job-${row.id}`, () => runner(job)));
    await finish(db, row, 'done', outcome.message, outcome);
  } catch (error) {
    if (error instanceof Stopped) {
      if (error.state === 'queued') await putBack(db, row);
      else if (error.state !== 'lost') await finish(db, row, error.state, error.message);
    } else if (error instanceof Refusal) {
      await finish(db, row, 'failed', error.message);
    } else {
      logFault(`job ${row.id} (${row.kind})${row.trace_id ? ` of call ${row.trace_id}` : ''}`, error);
      countFault(db, `job ${row.kind}`, error);
      // A connection that broke says nothing against the job: it is found dead and taken up again.
      const sentence = isDiskFull(error) ? DISK_FULL : '任务执行失败，请稍后重试或联系管理员';
      if (!isConnectionError(error)) await finish(db, row, 'failed', sentence);
    }
  } finally {
    clearInterval(beat);
  }
}

async function step(db: Db, row: JobRow, end: AbortSignal, done: number, total: number | null, message: string) {
  const { rows } = await sql<{ cancel_asked: boolean; allowed: boolean }>`/* prepared */
    update job set progress = ${done}, total = ${total}, message = ${message}, heartbeat_at = now()
    where id = ${row.id} and attempts = ${row.attempts} and state = 'running'
    returning cancel_asked, right_key is null or exists (
      select 1 from usable_grant g join grant_right k on k.grant_id = g.id and k.permission_key = job.right_key
      where g.id = job.grant_id and g.org_code = job.org_code
    ) as allowed`.execute(db);
  const now = rows[0];
  if (!now) throw new Stopped('lost', '');
  if (now.cancel_asked) throw new Stopped('cancelled', '已取消');
  if (!now.allowed) throw new Stopped('failed', '发起人的权限已变化，任务已停止');
  if (end.aborted) throw new Stopped('queued', '');
}

async function finish(db: Db, row: JobRow, state: string, message: string, outcome?: JobResult): Promise<void> {
  const result = outcome?.result ? JSON.stringify(outcome.result) : null;
  await sql`
    update job set state = ${state}, message = ${message}, finished_at = now(),
      result = ${result}, file_id = ${outcome?.fileId ?? null},
      progress = case when ${state} = 'done' then coalesce(total, progress) else progress end
    where id = ${row.id} and attempts = ${row.attempts} and state = 'running'`.execute(db);
}

/** This process ends: another one, or the next start, takes the job up without an attempt being counted. */
async function putBack(db: Db, row: JobRow): Promise<void> {
  await sql`
    update job set state = 'queued', attempts = attempts - 1
    where id = ${row.id} and attempts = ${row.attempts} and state = 'running'`.execute(db);
}

type Recurring = NonNullable<ServerModule['recurring']>[number];

/** One process at a time: an advisory lock held by the connection while the work runs. */
async function guarded(services: Services, work: Recurring): Promise<void> {
  const key = `recurring:${work.name}`;
  await services.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${key}, 0)) as locked`.execute(connection);
    if (!rows[0]?.locked) return;
    try {
      if (work.everySeconds < 60 || (await claim(connection, work))) await work.run(services);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.execute(connection);
    }
  });
}

/** Rare work is not repeated by a second process, or a restart, within its interval. */
async function claim(db: Db, work: Recurring): Promise<boolean> {
  const { rows } = await sql`
    insert into recurring_run (name, last_at) values (${work.name}, now())
    on conflict (name) do update set last_at = now()
    where recurring_run.last_at <= now() - make_interval(secs => ${work.everySeconds} - 1)
    returning name`.execute(db);
  return rows.length > 0;
}

/** A queued job ends at once, a running one at its next step. Answers false where it has already ended. */
export async function cancelJob(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update job set cancel_asked = true,
      message = case when state = 'queued' then '已取消' else message end,
      finished_at = case when state = 'queued' then now() end,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = ${id} and account_id = ${accountId} and state in ('queued', 'running')
    returning id`.execute(db);
  return rows.length > 0;
}

/** A part of a statement that notes of an account's ended jobs that it was told of them, and returns the `id` of each. */
export const endedTold = (accountId: string) => sql`
  update job set told_at = now()
   where account_id = ${accountId} and told_at is null and state in ('done', 'failed', 'cancelled') returning id`;
