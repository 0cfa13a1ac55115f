import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openPool } from '#platform/server/database/db.ts';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { scratchFolder } from '../support/scratch.ts';
import { preparedFolder } from './folder.ts';
import { ask, databasePid, type Running, spawnServer, startServer } from './server.ts';

let dataDir = '';
let left: Running | null = null;

afterEach(async () => {
  const child = left?.child;
  left = null;
  if (child && child.exitCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

/** Milliseconds that a server takes for its end, and the code with which it ends. */
async function end({ child }: Pick<Running, 'child'>): Promise<{ ms: number; code: number | null }> {
  const begun = performance.now();
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const code = await gone;
  return { ms: performance.now() - begun, code };
}

/** Promised are five seconds; a machine that does other things besides has as many again. */
const LONGEST_MS = 10_000;

test('asked to end while the first start fills the demo, the server ends in order', {
  timeout: 600_000,
}, async () => {
  // A new one: the prepared folders have an organisation, and are no demo.
  dataDir = scratchFolder('party-ending-');
  const child = spawnServer(dataDir, 0, { DEMO: '1' });
  child.stdout.resume();
  child.stderr.resume();
  // The organisations are being written: the filling has begun, and is one transaction.
  await expect.poll(() => busy(dataDir), { timeout: 300_000, interval: 50 }).toBe(true);
  const ended = await end({ child });
  expect(ended.code).toBe(0);
  expect(ended.ms).toBeLessThan(LONGEST_MS);
  await expect.poll(() => databasePid(dataDir), { timeout: 60_000 }).toBe(0);
});

test('asked to end with a statement that would take a minute, the server ends all the same', {
  timeout: 300_000,
}, async () => {
  dataDir = await preparedFolder('party-ending-');
  const server = await startServer(dataDir, 0, { METRICS_PORT: '0' });
  if ('exited' in server) throw new Error(server.printed);
  left = server;
  await expect.poll(async () => (await ask(server.base, 'GET', '/readyz'))?.status, { timeout: 60_000 }).toBe(200);
  const { pool, db } = openPool(runningUrl(dataDir) ?? '', { statementSeconds: 120 });
  const long = sql`select pg_sleep(60)`.execute(db).catch((error: Error) => error.message);
  const ended = await end(server);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.ms).toBeLessThan(LONGEST_MS);
  expect(await long).toMatch(/terminat/);
  await pool.end().catch(() => {});
});

/** Whether somebody writes into the database of a folder. */
async function busy(folder: string): Promise<boolean> {
  const url = databasePid(folder) ? runningUrl(folder) : null;
  if (!url) return false;
  const { pool, db } = openPool(url, { max: 1 });
  try {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks l join pg_class c on c.oid = l.relation
       where c.relname = 'organisation' and l.mode = 'RowExclusiveLock'`.execute(db);
    return (rows[0]?.n ?? 0) > 0;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}
