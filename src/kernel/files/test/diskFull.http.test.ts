import type * as promises from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { saveFile } from '#platform/server/files/files.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { client, form, pdf, picture, send, upload } from './factory.ts';

/** The file system of Node, whose disk can be full: a write ends as the system ends it then. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  const open: typeof real.open = async (...given) => {
    const handle = await real.open(...given);
    if (!disk.full || given[1] !== 'wx') return handle;
    handle.writeFile = () =>
      Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
    return handle;
  };
  return { ...real, open };
});

const SAID = { status: 200, code: 400, msg: '服务器存储空间不足，请联系管理员' };

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
});
afterEach(() => {
  disk.full = false;
});
afterAll(() => t.close());

test('P34 P43 on a full disk every way to bring a file in says so, and none of it stays', async () => {
  const png = await picture(60, 60).png().toBuffer();
  const page = client(t, worker, pdf(3000));
  const { data: started } = await page.start();
  disk.full = true;
  const ways = {
    'a file': () => upload(t, worker, '文.pdf', pdf(3000)),
    'a picture': () => upload(t, worker, '图.png', png),
    base64: () => worker.post('/api/sys/oss/upload/base64', { base64: png.toString('base64'), fileName: '图.png' }),
    'a chunk': () => page.chunk(started, 0),
    'a sheet for import': () =>
      send(t, worker, '/api/orgMeber/imports/upload', form('名册.csv', Buffer.from('姓名,身份证号\n甲,1\n'))),
  };
  for (const [what, act] of Object.entries(ways)) expect([what, await act()]).toMatchObject([what, SAID]);
  disk.full = false;
  expect((await upload(t, worker, '文.pdf', pdf(3000))).code).toBe(200);
});

test('P34 a full disk of the database is said as well, and a job that meets one says it to its user', async () => {
  await sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(t.db);
  await sql`create trigger full_disk before insert on stored_file execute function full_disk()`.execute(t.db);
  expect(await upload(t, worker, '文.pdf', pdf(3000))).toMatchObject(SAID);
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title) values ('test.export', '试') returning id`.execute(t.db);
  const facts = { kind: 'test.export', rowId: null, orgCode: '', accountId: '1', name: 'x', mime: 'x/y', days: 1 };
  const jobs = startWorker(t.services, [
    {
      name: 'test',
      routes: [],
      jobs: {
        'test.export': async ({ services }) => ({
          message: '',
          fileId: await saveFile(services, services.db, facts, []),
        }),
      },
    },
  ]);
  await expect
    .poll(async () => (await sql`select state, message from job where id = ${rows[0]?.id}`.execute(t.db)).rows[0])
    .toEqual({ state: 'failed', message: SAID.msg });
  await jobs.stop();
});
