import { rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#platform/server/database/db.ts';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import type { Database } from '../../db/types.ts';
import { preparedFolder } from './folder.ts';
import { ask, type Running, startServer } from './server.ts';

/**
 * A task is published to many organisations while the server is killed twice: once amid the parts, once in the transaction in
 * which everybody is told. Each organisation has one part afterwards, and each worker one notice. 20,000 by `npm run soak`.
 */
const GROUP = 1000;
const GROUPS = Number(process.env.WALKS ?? 0) > 1000 ? 20 : 2;
const ALL = GROUP * GROUPS;
const HOLD = 770_018;
/** Limits for what hangs: twenty thousand take their time on a busy machine. */
const NO_LIMIT = 1_200_000;
const A_STEP = 600_000;

let dataDir: string;
let server: Running;
let pool: pg.Pool;
let db: Kysely<Database>;
let token: string;
/** Who holds the lock that the server waits for. */
let holder: pg.PoolClient | null = null;

beforeAll(async () => {
  dataDir = await preparedFolder('party-crash-task-');
  await start();
  // Below the root so many groups, each with its branches, and a worker of each.
  await sql`
    with above as (
      insert into organisation (parent_id, code, name, short_name, type, sort)
      select r.id, r.code || lpad((9000 + n)::text, 4, '0'), '断电第' || n || '党委', '', 30, n
        from organisation r, generate_series(1, ${GROUPS}::int) n where length(r.code) = 4 returning id, code)
    insert into organisation (parent_id, code, name, short_name, type, sort)
    select above.id, above.code || lpad(n::text, 4, '0'), '断电' || right(above.code, 2) || '第' || n || '支部', '', 46, n
      from above, generate_series(1, ${GROUP - 1}::int) n`.execute(db);
  await sql`
    with made as (
      insert into account (login_index, login_mask, name, password_hash)
      select sha256(('office ' || o.id)::bytea), '试', '试', '' from organisation o where o.name like '断电%'
      returning id, login_index)
    insert into account_role (account_id, role_id, org_id)
    select made.id, 3, o.id from made join organisation o on o.name like '断电%' and sha256(('office ' || o.id)::bytea) = made.login_index`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  token = makeToken();
  await sql`
    with made as (
      insert into account (login_index, login_mask, name, password_hash)
      select sha256('giver'::bytea), '试', '试', password_hash from account order by id limit 1 returning id
    ), granted as (
      insert into account_role (account_id, role_id, org_id)
      select made.id, 3, o.id from made, organisation o where length(o.code) = 4 returning id, account_id
    )
    insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
    select ${hashToken(token)}, ${hashToken(token)}, account_id, id, now() + interval '1 day' from granted`.execute(db);
}, NO_LIMIT);

afterAll(async () => {
  holder?.release(true);
  await pool?.end();
  if (server?.child.exitCode === null) {
    const gone = ended();
    server.child.kill('SIGTERM');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const ended = () => new Promise<void>((resolve) => server.child.once('exit', () => resolve()));

async function start(): Promise<void> {
  const running = await startServer(dataDir);
  if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
  server = running;
  const url = new URL(runningUrl(dataDir) ?? '');
  url.username = 'party_owner';
  const opened = openPool(url.href, { max: 4 });
  opened.pool.on('error', () => {});
  pool = opened.pool;
  db = opened.db as Kysely<Database>;
}

/** Lets the writing of a row wait for a lock that the test holds; answers what waits for that, kills and starts anew. */
async function trap(table: string, when: string): Promise<() => Promise<void>> {
  await sql`create function test_wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.raw(String(HOLD))}); return new; end $$`.execute(db);
  await sql`create trigger test_wait before insert on ${sql.raw(table)} for each row when (${sql.raw(when)})
    execute function test_wait()`.execute(db);
  const own = await pool.connect();
  holder = own;
  await own.query('select pg_advisory_lock($1)', [HOLD]);
  return async () => {
    const waits = async () =>
      (await own.query(`select from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`))
        .rowCount;
    await expect.poll(waits, { timeout: A_STEP, interval: 50 }).toBe(1);
    const gone = ended();
    server.child.kill('SIGKILL');
    await gone;
    own.release(true);
    holder = null;
    await pool.end();
    await start();
    await sql`drop trigger test_wait on ${sql.raw(table)}`.execute(db);
    await sql`drop function test_wait`.execute(db);
  };
}

/** The dead server's run is taken up after half a minute without a sign of life; the test does not wait for that. */
const forget = () => sql`update job set heartbeat_at = now() - interval '1 minute' where state = 'running'`.execute(db);

const data = <T>(answer: { data: never } | null): T => {
  if (!answer) throw new Error('no answer');
  return answer.data as T;
};
const progress = async (id: string) =>
  data<{ total: number; done: number; failed: number; state: number } | null>(
    await ask(server.base, 'POST', '/api/dwbg/affairsTask/getCreateTaskListProgress', { id }, token),
  );

test(`${ALL} parts published while the server is killed twice: each organisation one part, each worker one notice`, {
  timeout: NO_LIMIT,
}, async () => {
  const given = {
    title: '断电时的任务',
    content: '请接收',
    kind: 4,
    frequency: 1,
    startsOn: '2026-01-01',
    endsOn: '2099-01-01',
    mode: 'below',
  };
  const made = await ask(server.base, 'POST', '/api/dwbg/affairsTask', given, token);
  const { id } = data<{ id: string }>(made);
  // In the second half of the tree, so that a part of the work is done already.
  const { rows: middle } = await sql<{ code: string }>`
    select code from organisation where name like '断电%' order by code offset ${Math.floor(ALL * 0.6)} limit 1`.execute(
    db,
  );
  const first = await trap('office_part', `new.org_code = '${middle[0]?.code}'`);
  const out = await ask(server.base, 'POST', '/api/dwbg/affairsTask/publish', { id, version: 1 }, token);
  expect(data<{ total: number }>(out).total).toBe(ALL);
  await first();
  const half = (await progress(id))?.done ?? 0;
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(ALL);

  const second = await trap('notice', `new.title = '新任务：断电时的任务'`);
  await forget();
  await second();
  expect(await progress(id)).toMatchObject({ total: ALL, done: ALL, state: 1 });
  await forget();
  await expect.poll(async () => (await progress(id))?.state, { timeout: A_STEP, interval: 200 }).toBe(2);

  const { rows } = await sql<{
    parts: number;
    orgs: number;
    circles: number;
    told: number;
    accounts: number;
    todos: number;
  }>`
    select (select count(*)::int from office_part where task_id = ${id}) as parts,
           (select count(distinct org_id)::int from office_part where task_id = ${id}) as orgs,
           (select count(*)::int from office_circle where task_id = ${id}) as circles,
           (select count(*)::int from notice n join notice_recipient r on r.notice_id = n.id where n.title = '新任务：断电时的任务') as told,
           (select count(distinct r.account_id)::int from notice n join notice_recipient r on r.notice_id = n.id
             where n.title = '新任务：断电时的任务') as accounts,
           (select count(*)::int from todo where subject like 'officePart:%' and done_at is null) as todos`.execute(db);
  expect(rows[0]).toEqual({ parts: ALL, orgs: ALL, circles: 1, told: ALL, accounts: ALL, todos: ALL });
});
