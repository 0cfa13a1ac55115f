import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { preparedFolder } from './folder.ts';
import { PASSWORD } from './prepare.ts';
import { ask, databasePid, type Running, signIn, startServer } from './server.ts';

/**
 * kill -9 of the server, and of the database, at random moments under writes: what was
 * acknowledged is there afterwards, and nothing is there by halves. It says nothing of power loss.
 */
/** Twenty in `npm run soak`. */
const KILLS = Number(process.env.KILLS ?? 6);
const WRITERS = 4;

let dataDir: string;
let server: Running;
let token: string;
let root: string;
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  dataDir = await preparedFolder('party-crash-');
  server = await start();
  token = await signIn(server.base, PASSWORD);
  const tree = await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token);
  root = (tree as { data: { id: string }[] } | null)?.data[0]?.id ?? '';
});

afterAll(async () => {
  if (server.child.exitCode === null) {
    const gone = ended(server);
    server.child.kill('SIGTERM');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(port = 0): Promise<Running> {
  const running = await startServer(dataDir, port);
  if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
  return running;
}

/** Writes organisations until told to stop; a repeat after a lost answer carries the same key. */
async function write(stop: { asked: boolean }) {
  while (!stop.asked) {
    const name = `党支部${randomUUID().slice(0, 18)}`;
    const key = randomUUID();
    const answer = await ask(server.base, 'POST', '/api/zzxx/org', { parentId: root, name, type: 46 }, token, key);
    if (answer?.code === 200) acknowledged.set((answer.data as unknown as { id: string }).id, name);
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function underWrites(act: () => Promise<void>) {
  const stop = { asked: false };
  const writers = Array.from({ length: WRITERS }, () => write(stop));
  // Something is acknowledged each time, however slow the machine is; then at any moment.
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size - before, { timeout: 300_000, interval: 20 }).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
  await act();
  stop.asked = true;
  await Promise.all(writers);
}

/** Every acknowledged organisation is read back by its id; names are whole and codes are unique. */
async function verify() {
  const lost: string[] = [];
  const ids = [...acknowledged.keys()];
  for (let at = 0; at < ids.length; at += 8) {
    await Promise.all(
      ids.slice(at, at + 8).map(async (id) => {
        const answer = await ask(server.base, 'GET', `/api/zzxx/org/${id}`, undefined, token);
        const name = (answer?.data as unknown as { name?: string })?.name;
        if (name !== acknowledged.get(id)) lost.push(`${id}: ${answer?.status ?? 'no answer'} ${name ?? ''}`);
      }),
    );
  }
  expect(lost).toEqual([]);
  const list = await ask(server.base, 'GET', '/api/zzxx/org/listPage?pageSize=1', undefined, token);
  expect((list as unknown as { total: number }).total).toBeGreaterThan(ids.length);
}

const ended = (running: Running) => new Promise<void>((resolve) => running.child.once('exit', () => resolve()));

test(`P29 the server killed ${KILLS} times under writes loses nothing that it acknowledged`, {
  timeout: 900_000,
}, async () => {
  const ready: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await underWrites(async () => {
      const gone = ended(server);
      server.child.kill('SIGKILL');
      await gone;
    });
    const from = performance.now();
    server = await start();
    ready.push(performance.now() - from);
  }
  await verify();
  console.log(
    `${acknowledged.size} acknowledged writes; ready again in ${Math.round(Math.min(...ready))} to ${Math.round(Math.max(...ready))} ms`,
  );
  expect(acknowledged.size).toBeGreaterThan(KILLS);
});

test(`P30 the database killed ${KILLS} times under writes loses nothing, and the server serves on`, {
  timeout: 900_000,
}, async () => {
  const before = acknowledged.size;
  const healed: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await underWrites(async () => {
      const killed = databasePid(dataDir);
      process.kill(killed, 'SIGKILL');
      const from = performance.now();
      for (;;) {
        const answer = await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token);
        // Meanwhile the honest 503, no HTTP 500. A backend that outlives its postmaster by a moment
        // may still answer, so that a success counts once another postmaster runs.
        if (answer?.code === 200 && ![0, killed].includes(databasePid(dataDir))) break;
        if (answer) expect([200, 503]).toContain(answer.status);
        if (performance.now() - from > 180_000)
          throw new Error(`the database was not started again: ${server.printed}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      healed.push(performance.now() - from);
    });
  }
  await verify();
  console.log(
    `${acknowledged.size - before} acknowledged writes; healed in ${Math.round(Math.min(...healed))} to ${Math.round(Math.max(...healed))} ms`,
  );
  expect(acknowledged.size).toBeGreaterThan(before + KILLS);
});

/** What a call answered; throws where no answer came. */
function dataOf<T>(answer: { data: never } | null): T {
  if (!answer) throw new Error('no answer');
  return answer.data as T;
}

test('P30 the database killed in the middle of a job: it is taken up again, and each person is changed once', {
  timeout: 900_000,
}, async () => {
  const connect = async () => {
    const client = new pg.Client({ connectionString: runningUrl(dataDir) ?? '' });
    // The kill ends this connection as well.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const made = await ask(server.base, 'POST', '/api/zzxx/org', { parentId: root, name: '途中党支部', type: 46 }, token);
  const branch = dataOf<{ id: string }>(made).id;
  let client = await connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into member (org_id, org_code, name, name_grams, person_category, gender)
     select id, code, '途中' || n, '{}', 1, 1 from organisation, generate_series(1, 450) n where id = $1 returning id`,
    [branch],
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  const change = { ids, kind: 'field', field: 'remark', value: '途' };
  const bulk = await ask(server.base, 'POST', '/api/dyxx/member/bulk/preview', change, token);
  const bulkId = dataOf<{ id: string }>(bulk).id;
  // A person of the second transaction is held, so that the job waits in the middle, whatever the machine's speed.
  await client.query('begin');
  await client.query('select from member where id = $1 for update', [ids[300]]);
  const started = await ask(server.base, 'POST', '/api/dyxx/member/bulk/start', { id: bulkId }, token);
  expect(started).toMatchObject({ code: 200 });
  const { jobId } = dataOf<{ jobId: string }>(started);
  const job = async () =>
    (await ask(server.base, 'GET', `/api/job/get?id=${jobId}`, undefined, token))?.data as unknown as
      | { state: string; progress: number }
      | undefined;
  await expect.poll(async () => (await job())?.progress, { timeout: 300_000 }).toBe(200);
  process.kill(databasePid(dataDir), 'SIGKILL');
  // Found dead after half a minute without a sign of life, and taken up again.
  await expect.poll(async () => (await job())?.state, { timeout: 300_000, interval: 500 }).toBe('done');
  client = await connect();
  const after = await client.query<{ changed: number; versions: number; told: number }>(
    `select (select count(*)::int from member where remark = '途') as changed,
            (select count(distinct version)::int from member where remark = '途') as versions,
            (select sum((changes->'changed'->>1)::int)::int from audit_log
              where target_id = $1 and action = '批量修改人员') as told`,
    [bulkId],
  );
  expect(after.rows[0]).toEqual({ changed: 450, versions: 1, told: 450 });
  await client.end();
});

test('a second server on the same folder says so and ends, the first goes on', { timeout: 300_000 }, async () => {
  const second = await startServer(dataDir);
  expect('exited' in second && second.exited).toBe(1);
  expect(second.printed).toMatch(/[\u4e00-\u9fff]/);
  expect(await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token)).toMatchObject({ code: 200 });
});
