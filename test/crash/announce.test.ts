import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { openSitters, openWorker } from '../support/sitters.ts';
import { preparedFolder } from './folder.ts';
import { ask, type Running, startServer } from './server.ts';

/**
 * kill -9 of the server while an announcement is on its way: everybody gets one notice and stands once among the receipts. Short in
 * `npm test`, whole by `npm run soak`.
 */
const WHOLE = Number(process.env.WALKS ?? 0) >= 1000;
const PEOPLE = WHOLE ? 20_000 : 5000;
const KILLS = WHOLE ? 6 : 2;

let dataDir: string;
let server: Running;
let client: pg.Client;
let worker: string;
let orgId: string;

async function start(): Promise<Running> {
  const running = await startServer(dataDir);
  if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
  return running;
}
async function ended(signal: 'SIGKILL' | 'SIGTERM') {
  if (server.child.exitCode !== null || server.child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => server.child.once('exit', () => resolve()));
  server.child.kill(signal);
  await gone;
}

beforeAll(async () => {
  dataDir = await preparedFolder('party-announce-');
  server = await start();
  client = new pg.Client({ connectionString: runningUrl(dataDir) ?? '' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into member (org_id, org_code, name, name_grams, person_category, gender)
     select id, code, '党员' || n, '{}', 1, 1 from organisation, generate_series(1, $1::int) n where code = '0001'
     returning org_id as id`,
    [PEOPLE],
  );
  orgId = rows[0]?.id ?? '';
  await openSitters(client, PEOPLE);
  worker = await openWorker(client, orgId);
});

afterAll(async () => {
  await client.end();
  await ended('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const counted = async <T extends object>(text: string, values: unknown[]) =>
  (await client.query<T>(text, values)).rows[0] as T;

test(`the server killed ${KILLS} times while sending to ${PEOPLE} gives everybody one notice`, {
  timeout: 600_000,
}, async () => {
  const post = async (path: string, body: object) => {
    const answer = await ask(server.base, 'POST', path, body, worker);
    expect(answer?.code, JSON.stringify(answer)).toBe(200);
    return answer?.data as unknown as { id: string };
  };
  const { id } = await post('/api/zhhd/announcement', {
    orgId,
    title: '关于缴纳党费的通知',
    content: '<p>请于月底前缴纳。</p>',
    noticeType: '1',
    audience: 'below',
  });
  await post('/api/zhhd/approalflow', { id, version: 1, heeded: true });
  const reached = async () =>
    (await counted<{ n: number }>('select count(*)::int as n from archive_reach where article_id = $1', [id])).n;
  const open = async () =>
    (await counted<{ open: boolean }>('select reached_at is null as open from archive_article where id = $1', [id]))
      .open;
  let before = 0;
  let within = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await expect
      .poll(async () => (await reached()) > before || !(await open()), { timeout: 300_000, interval: 5 })
      .toBe(true);
    if (await open()) within++;
    await ended('SIGKILL');
    before = await reached();
    server = await start();
  }
  // At least the first one came while people were still being reached.
  expect(within).toBeGreaterThan(0);
  await expect.poll(open, { timeout: 300_000, interval: 50 }).toBe(false);
  const stands = await counted<Record<string, number>>(
    `select (select count(*)::int from archive_reach where article_id = a.id) as reached,
            (select count(distinct account_id)::int from archive_reach where article_id = a.id) as apart,
            (select count(*)::int from notice_recipient r where r.notice_id = a.notice_id) as told,
            (select count(distinct account_id)::int from notice_recipient r where r.notice_id = a.notice_id) as accounts,
            (select count(*)::int from notice n where n.title = a.title) as notices
       from archive_article a where a.id = $1`,
    [id],
  );
  // Everybody of the register, and the worker who holds a role there.
  const all = PEOPLE + 1;
  expect(stands).toEqual({ reached: all, apart: all, told: all, accounts: all, notices: 1 });
});
