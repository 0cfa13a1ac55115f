import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
let child: ChildProcess;
let said = '';
beforeAll(async () => {
  t = await startTestApp({ modules: [] });
});
afterEach(() => {
  child.kill('SIGKILL');
});
afterAll(() => t.close());

async function start() {
  said = '';
  child = spawn(process.execPath, ['test/support/faulty.ts', t.services.config.databaseUrl ?? ''], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
}

async function queue(kind: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into job (kind, title) values (${kind}, '试') returning id`.execute(
    t.db,
  );
  return rows[0]?.id ?? '';
}
const job = (id: string) =>
  t.db.selectFrom('job').select(['state', 'message']).where('id', '=', id).executeTakeFirstOrThrow();

test('a throw that nobody hears fails its job, is logged and counted, and the process works on', async () => {
  await start();
  const failed = { state: 'failed', message: '任务执行失败，请稍后重试或联系管理员' };
  for (const kind of ['stream', 'timer', 'promise']) {
    const id = await queue(kind);
    await expect.poll(() => job(id), { timeout: 300_000 }).toEqual(failed);
    expect(said).toContain(`secret of a ${kind}`);
  }
  const fine = await queue('fine');
  await expect.poll(() => job(fine), { timeout: 300_000 }).toEqual({ state: 'done', message: '好' });
  expect(child.exitCode).toBeNull();
  const counted = async () =>
    (
      await sql`select place, error, hits from server_fault where place not like 'recurring%' order by 1, 2`.execute(
        t.db,
      )
    ).rows;
  await expect.poll(counted).toEqual([
    { place: 'job promise', error: 'RangeError', hits: 1 },
    { place: 'job stream', error: 'Error', hits: 1 },
    { place: 'job timer', error: 'TypeError', hits: 1 },
    { place: 'process', error: 'Error', hits: 1 },
    { place: 'process', error: 'RangeError', hits: 1 },
    { place: 'process', error: 'TypeError', hits: 1 },
  ]);
});

test('a process that throws again and again ends, to be started afresh', async () => {
  await start();
  await queue('storm');
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(said).toContain('this process ends');
});
