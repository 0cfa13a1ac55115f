import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { type Db, isConnectionError } from '../database/db.ts';
import { describeError, sayFault } from '../log/log.ts';

/** Throws that nobody heard, in one minute, after which the process ends and its supervisor starts a fresh one. */
const MOST_A_MINUTE = 20;

const works = new AsyncLocalStorage<{ fail(error: unknown): void }>();

/**
 * Runs work of its own, such as a job. If something that it started throws where nothing catches it (a stream, a timer, a promise
 * that is not awaited), only this work fails, with that error, and the process continues (`hearFaults`).
 */
export function runIsolated<T>(work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  works.run({ fail: reject }, () => work().then(resolve, reject));
  return promise;
}

/**
 * From here on an uncaught error ends neither the process nor other people's work. It is written to standard error, counted
 * (`server_fault`), and fails the job in which it arose. Everything that must last lies in the database, so what is left in memory
 * does little harm. Where errors follow one another, the process ends with code 1.
 */
export function hearFaults(db: Db): void {
  // Whoever reads the output may be gone; that must not end what is written about.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  let lately: number[] = [];
  process.on('uncaughtException', (error: unknown) => {
    sayFault('a throw that nobody heard', error);
    countFault(db, 'process', error);
    works.getStore()?.fail(error);
    const now = performance.now();
    lately = [...lately.filter((at) => now - at < 60_000), now];
    if (lately.length < MOST_A_MINUTE) return;
    sayFault('too many throws that nobody heard: this process ends', error);
    process.exit(1);
  });
}

/**
 * Counts an unexpected error by day, place and kind (never its message, which may quote typed text). It waits for nothing: while the
 * database is away nothing is counted, and only the log has it.
 * @param place a route's template, a kind of job, or `process`
 */
export function countFault(db: Db, place: string, error: unknown): void {
  if (isConnectionError(error)) return;
  sql`
    insert into server_fault (day, place, error, hits, last_at)
    values ((now() at time zone 'Asia/Shanghai')::date, ${place}, ${describeError(error).type.slice(0, 100)}, 1, now())
    on conflict (day, place, error) do update set hits = server_fault.hits + 1, last_at = now()`
    .execute(db)
    .catch(() => {});
}
