import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { testIdCard } from '../support/fixture.ts';
import { scratchFolder } from '../support/scratch.ts';
import { ask, encrypt, type Running, signIn, startServer } from './server.ts';

const PASSWORD = 'Restore2026x';
const folders: string[] = [];
let running: Running | null = null;

afterAll(async () => {
  await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = scratchFolder('party-restore-');
  folders.push(made);
  return made;
}

async function start(dataDir: string): Promise<Running> {
  const started = await startServer(dataDir);
  if ('exited' in started) throw new Error(`the server ended: ${started.printed}`);
  running = started;
  return started;
}

async function stop(): Promise<void> {
  const child = running?.child;
  running = null;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function superuser(dataDir: string): Promise<pg.Client> {
  const url = new URL(runningUrl(dataDir) ?? '');
  const client = new pg.Client({
    host: url.hostname,
    port: Number(url.port),
    user: 'postgres',
    password: url.password,
    database: 'party',
  });
  // The server under it is stopped while it is open.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A base backup while the server writes: the folder file by file, then the log that makes it whole. */
async function copyWhileRunning(from: string, to: string): Promise<void> {
  const client = await superuser(from);
  await client.query(`select pg_backup_start('copy', true)`);
  // Files that go meanwhile are none of the backup.
  spawnSync('cp', ['-a', `${from}/.`, to], { stdio: 'ignore' });
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await client.end();
  rmSync(join(to, 'pg/pg_wal'), { recursive: true, force: true });
  execFileSync('cp', ['-a', join(from, 'pg/pg_wal'), join(to, 'pg/pg_wal')]);
  rmSync(join(to, 'pg/postmaster.pid'), { force: true });
  const label = join(to, 'pg/backup_label');
  writeFileSync(label, rows[0]?.label ?? '');
  const owner = statSync(join(to, 'pg/PG_VERSION'));
  execFileSync('chown', [`${owner.uid}:${owner.gid}`, label]);
}

test('P40 a copy taken under writes is restored whole; a wrong key and a damaged page are told, not served', {
  timeout: 900_000,
}, async () => {
  const [origin, copy] = [folder(), folder()];
  let server = await start(origin);
  const first = /初始密码 (\S+?)（/.exec(server.printed)?.[1] ?? '';
  let token = await signIn(server.base, first);
  const passwords = { oldPassword: await encrypt(server.base, first), password: await encrypt(server.base, PASSWORD) };
  await ask(server.base, 'POST', '/api/sys/user/changeCurrentPwd', passwords, token);
  token = await signIn(server.base, PASSWORD);
  const root = dataOf<{ id: string }[]>(
    await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token),
  )[0]?.id;
  const branch = dataOf<{ id: string }>(
    await ask(server.base, 'POST', '/api/zzxx/org', { parentId: root, name: '留底党支部', type: 46 }, token),
  ).id;
  const card = testIdCard(7, '1980-03-04');
  const person = {
    orgId: branch,
    name: '留底',
    idCardNo: card,
    gender: 1,
    birthDate: '1980-03-04',
    nation: '01',
    personCategory: 1,
    membershipStatus: 1,
    admissionDate: '2005-07-01',
  };
  const made = await ask(server.base, 'POST', '/api/dyxx/member', person, token);
  expect(made?.code, JSON.stringify(made)).toBe(200);

  // Acknowledged before the copy began: they are in it, whatever was written beside it.
  const acknowledged = new Map<string, string>();
  const halt = { asked: false };
  const writer = async () => {
    while (!halt.asked && acknowledged.size < 5000) {
      const name = `党支部${randomUUID().slice(0, 18)}`;
      const answer = await ask(
        server.base,
        'POST',
        '/api/zzxx/org',
        { parentId: root, name, type: 46 },
        token,
        randomUUID(),
      );
      if (answer?.code !== 200) return;
      acknowledged.set(dataOf<{ id: string }>(answer).id, name);
    }
  };
  const writers = Array.from({ length: 3 }, writer);
  await expect.poll(() => acknowledged.size, { timeout: 300_000 }).toBeGreaterThan(20);
  const before = new Map(acknowledged);
  await copyWhileRunning(origin, copy);
  const after = acknowledged.size;
  halt.asked = true;
  await Promise.all(writers);
  await stop();

  execFileSync(process.execPath, ['scripts/end-sessions.ts'], {
    env: { ...process.env, DATA_DIR: copy },
    stdio: 'ignore',
  });
  server = await start(copy);
  const old = await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token);
  expect(old?.code).not.toBe(200);
  token = await signIn(server.base, PASSWORD);
  for (const [id, name] of before) {
    const answer = await ask(server.base, 'GET', `/api/zzxx/org/${id}`, undefined, token);
    expect(dataOf<{ name: string }>(answer).name).toBe(name);
  }
  // What is encrypted opens with the key that was kept apart.
  const found = await ask(server.base, 'GET', `/api/orgMeber/org/datalistPage?idCardNo=${card}`, undefined, token);
  expect(found).toMatchObject({ total: 1 });
  // The log of acts is whole.
  await ask(server.base, 'POST', '/api/back/log/verify', {}, token);
  const verified = async () =>
    dataOf<{ latest: { state: string; finding: unknown } | null }>(
      await ask(server.base, 'GET', '/api/back/log/seals', undefined, token),
    ).latest;
  await expect.poll(async () => (await verified())?.state, { timeout: 300_000 }).toBe('done');
  expect((await verified())?.finding).toBeNull();
  const client = await superuser(copy);
  const { rows } = await client.query<{ path: string }>(`select pg_relation_filepath('organisation') as path`);
  await client.end();
  await stop();

  // With another key nothing is served as if it were right.
  const key = readFileSync(join(copy, 'master.key'));
  writeFileSync(join(copy, 'master.key'), randomBytes(32));
  const wrong = await startServer(copy);
  if (!('exited' in wrong)) running = wrong;
  expect(wrong).toMatchObject({ exited: expect.any(Number) });
  expect(wrong.printed).toMatch(/密钥|key/);
  writeFileSync(join(copy, 'master.key'), key);

  // One byte of one page.
  const file = openSync(join(copy, 'pg', rows[0]?.path ?? ''), 'r+');
  writeSync(file, Buffer.from([0xff]), 0, 1, 8100);
  closeSync(file);
  const damaged = await startServer(copy);
  if ('exited' in damaged) expect(damaged.printed).toMatch(/invalid page|checksum/);
  else {
    running = damaged;
    const answer = await ask(damaged.base, 'POST', '/api/login', {
      username: 'admin',
      password: await encrypt(damaged.base, PASSWORD),
    });
    expect(answer?.code).not.toBe(200);
  }
  console.log(`${before.size} acknowledged before the copy, ${after} when it ended`);
});

/** What a call answered; throws where no answer came. */
function dataOf<T>(answer: { data: never } | null): T {
  if (!answer) throw new Error('no answer');
  return answer.data as T;
}
