import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Embedded, FolderInUse, startEmbedded } from '#platform/server/postgres/embedded.ts';
import { findPostmaster } from '#platform/server/postgres/process.ts';

// Each test makes clusters with real flushing, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let folder: string;
let children: ChildProcess[];
let opened: Embedded[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'party-postgres-'));
  chmodSync(folder, 0o755);
  children = [];
  opened = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(opened.map((server) => server.stop()));
  const left = findPostmaster(data());
  if (left) process.kill(left.pid, 'SIGQUIT');
  while (findPostmaster(data())) await sleep(20);
  rmSync(folder, { recursive: true });
});

const data = () => join(folder, 'pg');
const postmaster = () => findPostmaster(data())?.pid ?? 0;

async function open(say: (line: string) => void = () => {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: folder, keep: 'durable', say });
  opened.push(server);
  return server;
}

/** A server process of its own; answers its database's URL. */
async function holder(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['test/support/holder.ts', folder], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function keep(url: string, text: string): Promise<void> {
  await query(url, 'create table mark (t text)');
  await query(url, `insert into mark values ('${text}')`);
}

/** Asks until the database answers again; fails when it hangs. */
async function queryOnceBack(url: string, text: string): Promise<unknown[]> {
  const end = Date.now() + 300_000;
  for (;;) {
    try {
      return await query(url, text);
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(20);
    }
  }
}

test('starts in a new folder, keeps the rows over a stop, and leaves nothing running', async () => {
  const first = await open();
  await keep(first.ownerUrl, 'kept');
  expect(await query(first.adminUrl, "select current_setting('fsync') || current_setting('data_checksums')")).toEqual([
    'onon',
  ]);
  expect(await query(first.ownerUrl, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false]);
  await first.stop();
  expect(postmaster()).toBe(0);
  const second = await open();
  expect(await query(second.ownerUrl, 'select t from mark')).toEqual(['kept']);
});

test('the database runs without rights over the machine, and its password is not for others', async () => {
  await open();
  const user = execFileSync('ps', ['-o', 'uid=', '-p', String(postmaster())])
    .toString()
    .trim();
  expect(user).not.toBe('0');
  expect(statSync(join(data(), 'application-password')).mode & 0o077).toBe(0);
});

test('a second server of the folder is refused and leaves the database alone', async () => {
  const first = await open();
  const pid = postmaster();
  await expect(open()).rejects.toThrow(FolderInUse);
  const refused = spawn(process.execPath, ['test/support/holder.ts', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(refused);
  const words: Buffer[] = [];
  refused.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  expect(await once(refused, 'close')).toEqual([1, null]);
  expect(Buffer.concat(words).toString()).toContain('正被另一个服务进程使用');
  expect(postmaster()).toBe(pid);
  expect(await query(first.ownerUrl, 'select 1')).toEqual([1]);
});

test('of two servers that start at once in a new folder one gets it', async () => {
  const results = await Promise.allSettled([open(), open()]);
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(FolderInUse);
});

test('a killed database is back on the same address, although a long query ran', async () => {
  const said: string[] = [];
  const server = await open((line) => said.push(line));
  await query(server.ownerUrl, 'create table mark (t text)');
  const slow = query(server.ownerUrl, 'select pg_sleep(60)').catch((error: Error) => error);
  await query(server.ownerUrl, "insert into mark values ('committed')");
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  expect(await queryOnceBack(server.ownerUrl, 'select t from mark')).toEqual(['committed']);
  expect(postmaster()).not.toBe(killed);
  expect(await slow).toBeInstanceOf(Error);
  // The lock is back, too: nobody else gets the folder. It is taken a moment after the first answer.
  await vi.waitFor(() => expect(said.at(-1)).toContain('数据库已恢复'), 300_000);
  await expect(open()).rejects.toThrow(FolderInUse);
});

test('a database left behind by a killed server is adopted, with the same process', async () => {
  const { child, url } = await holder();
  await keep(url, 'committed');
  const pid = postmaster();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(postmaster()).toBe(pid);
  const next = await open();
  expect(postmaster()).toBe(pid);
  expect(await query(next.ownerUrl, 'select t from mark')).toEqual(['committed']);
  await next.stop();
  expect(postmaster()).toBe(0);
});

test('a database killed together with its server is recovered, although its process id is taken', async () => {
  const { child, url } = await holder();
  await keep(url, 'committed');
  const lockFile = join(data(), 'postmaster.pid');
  const pid = postmaster();
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(child, 'exit');
  // As after a container's restart: the id in the lock file is that of another living process.
  writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(process.pid)));
  const next = await open();
  expect(await query(next.ownerUrl, 'select t from mark')).toEqual(['committed']);
});

test('P37 a signal to the process group ends the server first and the database after it', async () => {
  const { child, url } = await holder();
  await query(url, 'create table mark (t text)');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(postmaster()).toBe(0);
  const next = await open();
  expect(await query(next.ownerUrl, 'select t from mark')).toEqual(['signal seen']);
});

test('a server that exits without stopping its database ends it all the same', async () => {
  const { child } = await holder();
  child.kill('SIGHUP');
  expect(await once(child, 'exit')).toEqual([3, null]);
  const end = Date.now() + 300_000;
  while (postmaster() !== 0 && Date.now() < end) await sleep(20);
  expect(postmaster()).toBe(0);
});

test('a start that finds the folder held by a server that is ending waits for it, says so, and finds the data', async () => {
  const first = await open();
  await keep(first.ownerUrl, 'kept');
  first.announceEnd();
  const said: string[] = [];
  const second = open((line) => said.push(line));
  await expect.poll(() => said.join('\n'), { timeout: 300_000 }).toContain('上一个服务正在结束');
  await first.stop();
  expect(await query((await second).ownerUrl, 'select t from mark')).toEqual(['kept']);
  expect(said).toHaveLength(1);
});
