import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { CHUNK } from '#platform/files/fileRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { bucketStore } from '#platform/server/files/fileStore.ts';
import { cleanFiles, removeStored } from '#platform/server/files/files.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { EICAR, STORAGE_KEYS, startScanner, startStorage } from '../../../../test/support/counterparts/storage.ts';
import { recycledQuarantine } from '../server/quarantine.ts';
import { client, fetchBytes, pdf, picture, sha256Of, upload } from './factory.ts';

let t: TestApp;
let worker: Caller;
let storage: Awaited<ReturnType<typeof startStorage>>;
let scanner: Awaited<ReturnType<typeof startScanner>>;
vi.spyOn(console, 'error').mockImplementation(() => {});
beforeAll(async () => {
  t = await startTestApp();
  storage = await startStorage();
  scanner = await startScanner();
  t.services.config.bucket = { url: storage.url, ...STORAGE_KEYS };
  worker = await t.as('branchWorker');
});
afterEach(() => {
  t.services.config.scanner = null;
  scanner.state.mood = 'well';
});
afterAll(async () => {
  await storage.close();
  scanner.close();
  await t.close();
});

const receiving = () => readdirSync(join(t.services.config.dataDir, 'receiving'));

test('with a bucket the same calls keep every byte there, and none on the own disk', async () => {
  const { data } = await upload(t, worker, '图.png', await picture(300, 200).png().toBuffer());
  expect([...storage.objects.keys()].sort()).toEqual(
    [data.id, `${data.id}-t`, `${data.id}-z`].map((id) => `/party/${id}`),
  );
  expect((await fetchBytes(t, worker, data.thumbnailUrl)).status).toBe(200);

  const bytes = pdf(2 * CHUNK + 77, 5);
  const page = client(t, worker, bytes);
  const { data: started } = await page.start();
  for (const no of [2, 0, 1]) await page.chunk(started, no);
  const { data: merged } = await page.merge(started);
  expect(sha256Of((await fetchBytes(t, worker, merged.path)).bytes)).toBe(sha256Of(bytes));
  const part = await fetchBytes(t, worker, merged.path, { range: `bytes=${CHUNK - 5}-${CHUNK + 5}` });
  expect(part.bytes.equals(bytes.subarray(CHUNK - 5, CHUNK + 6))).toBe(true);
  expect(storage.objects.size).toBe(4);
  expect(storage.refusals()).toBe(0);
  await removeStored(t.services, data.id);
  expect(storage.objects.size).toBe(1);
  expect(existsSync(join(t.services.config.dataDir, 'files'))).toBe(false);
  expect(receiving()).toEqual([]);
});

test('P42 while the store is slow no transaction waits for it: an upload can be given up, and nothing is left', async () => {
  const page = client(t, worker, pdf(2 * CHUNK, 41), '慢.pdf');
  const { data: started } = await page.start();
  const before = storage.objects.size;
  storage.hold();
  const sending = [0, 1, 1].map((no) => page.chunk(started, no));
  await expect.poll(() => storage.state.held).toBe(3);
  const { rows } = await sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    t.db,
  );
  expect(rows).toEqual([]);
  expect((await worker.post('/api/common/upload/cancel', { appId: started.appId })).code).toBe(200);
  storage.release();
  expect((await Promise.all(sending)).map(({ code }) => code)).toEqual([400, 400, 400]);
  expect(storage.objects.size).toBe(before);
});

test('P42 of a chunk that is sent twice at once one stays, and the file is whole', async () => {
  const bytes = pdf(CHUNK + 9, 42);
  const page = client(t, worker, bytes, '双.pdf');
  const { data: started } = await page.start();
  const before = storage.objects.size;
  await Promise.all([0, 1, 0, 1, 0].map((no) => page.chunk(started, no)));
  expect(storage.objects.size).toBe(before + 2);
  const { data } = await page.merge(started);
  expect(sha256Of((await fetchBytes(t, worker, data.path)).bytes)).toBe(sha256Of(bytes));
  expect(storage.objects.size).toBe(before + 1);
});

test('a store that does not answer, or stops halfway, is given up', async () => {
  const { data } = await upload(t, worker, '停.pdf', pdf(400_000, 43));
  const store = bucketStore({ url: storage.url, ...STORAGE_KEYS }, 50);
  storage.state.halfway = true;
  const read = async (from = store) => {
    let size = 0;
    for await (const piece of await from.read(data.id)) size += piece.length;
    return size;
  };
  await expect(read()).rejects.toThrow('does not answer');
  storage.state.halfway = false;
  expect(await read(bucketStore({ url: storage.url, ...STORAGE_KEYS }))).toBe(400_000);
  storage.hold();
  await expect(read()).rejects.toThrow('does not answer');
  await expect(store.has(data.id)).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(store.remove(data.id)).rejects.toMatchObject({ name: 'TimeoutError' });
  storage.release();
});

test('P45 a virus is refused and kept aside, in one piece and in chunks, and the log says so', async () => {
  t.services.config.scanner = { host: '127.0.0.1', port: scanner.port, required: true };
  expect((await upload(t, worker, '好.pdf', pdf(200_000))).code).toBe(200);
  const before = storage.objects.size;
  const bad = Buffer.concat([pdf(100_000), Buffer.from(EICAR)]);
  expect((await upload(t, worker, '坏.pdf', bad)).data.fields).toEqual({ file: '文件带有病毒，已拦截' });
  const page = client(t, worker, bad, '坏.pdf');
  const { data: started } = await page.start();
  await page.chunk(started, 0);
  expect((await page.merge(started)).data).toMatchObject({ success: false, responseMsg: '文件带有病毒，已拦截' });
  // Twice the same bytes of one account wait once.
  expect(storage.objects.size).toBe(before + 1);
  expect(receiving()).toEqual([]);
  const { rows } = await sql<{ reason: string }>`
    select reason from audit_log where action = '拦截带病毒的文件' and target_name = '坏.pdf'`.execute(t.db);
  expect(rows).toEqual([{ reason: 'Eicar-Test-Signature' }, { reason: 'Eicar-Test-Signature' }]);
});

test('P45 an administrator releases what the scanner takes for a virus, or erases it; others see nothing of it', async () => {
  t.services.config.scanner = { host: '127.0.0.1', port: scanner.port, required: true };
  const admin = await t.as('admin');
  const bin = async (name: string) => (await admin.call(listRecycled, { kind: 'quarantine', name })).result.rows;
  const bad = Buffer.concat([pdf(5000, 51), Buffer.from(EICAR)]);
  await upload(t, worker, '误报.pdf', bad);
  const [row] = await bin('误报');
  expect(row).toMatchObject({
    name: '误报.pdf',
    reason: expect.stringMatching(/上传时查出病毒：Eicar-Test-Signature$/),
  });
  const { rows: files } = await sql<{ id: string }>`
    select id from stored_file where kind = 'files.quarantine' and row_id = ${row?.id ?? ''}`.execute(t.db);
  const fileName = files[0]?.id ?? '';
  for (const who of [worker, admin]) expect((await who.get('/api/common/download', { fileName })).code).toBe(404);
  expect((await worker.call(listRecycled, { kind: 'quarantine' })).code).toBe(403);

  const id = row?.id ?? '';
  expect((await admin.call(restoreRecycled, { kind: 'quarantine', id, reason: '误报' })).code).toBe(200);
  expect((await upload(t, worker, '误报.pdf', bad)).code).toBe(200);
  expect(await bin('误报')).toEqual([]);

  const worse = Buffer.concat([pdf(5000, 52), Buffer.from(EICAR)]);
  await upload(t, worker, '确是.pdf', worse);
  const [other] = await bin('确是');
  const before = storage.objects.size;
  const erased = await recycledQuarantine.erase({ db: t.db } as Ctx, other?.id ?? '');
  expect(erased).toBeUndefined();
  await cleanFiles(t.services);
  expect(await bin('确是')).toEqual([]);
  expect(storage.objects.size).toBe(before - 2);
  expect((await upload(t, worker, '确是.pdf', worse)).code).toBe(600);
});

test('P45 what the scanner does not take for its size is refused as that, and not tried again for ever', async () => {
  t.services.config.scanner = { host: '127.0.0.1', port: scanner.port, required: true };
  scanner.state.mood = 'tooLarge';
  const sentence = '文件太大，病毒检查服务不能检查，请联系管理员';
  expect((await upload(t, worker, '巨.pdf', pdf(900_000, 61))).data.fields).toEqual({ file: sentence });
  const page = client(t, worker, pdf(CHUNK + 4, 62), '巨.pdf');
  const { data: started } = await page.start();
  for (const no of [0, 1]) await page.chunk(started, no);
  expect((await page.merge(started)).data).toMatchObject({ success: false, responseMsg: sentence });
  t.services.config.scanner.required = false;
  expect((await upload(t, worker, '巨.pdf', pdf(900_000, 61))).code).toBe(200);
});

test('P45 while the scanner is away nothing comes in, unless the deployment says otherwise; chunks wait', async () => {
  const page = client(t, worker, pdf(3000, 31), '候.pdf');
  const { data: started } = await page.start();
  await page.chunk(started, 0);
  for (const mood of ['garbage', 'hangUp'] as const) {
    scanner.state.mood = mood;
    t.services.config.scanner = { host: '127.0.0.1', port: scanner.port, required: true };
    const refused = await upload(t, worker, 'a.pdf', pdf(500));
    expect(refused.data.fields).toEqual({ file: '病毒检查服务暂时没有响应，请稍后再上传' });
    expect((await page.merge(started)).data.success).toBe(false);
    t.services.config.scanner.required = false;
    expect((await upload(t, worker, 'a.pdf', pdf(500))).code).toBe(200);
  }
  t.services.config.scanner = { host: '127.0.0.1', port: 1, required: true };
  expect((await upload(t, worker, 'a.pdf', pdf(500))).code).toBe(600);
  t.services.config.scanner = null;
  expect((await page.merge(started)).data.success).toBe(true);
});

test('a store that fails leaves no row behind', async () => {
  const good = t.services.config.bucket;
  const broken = { ...t.services.config, bucket: { url: 'http://127.0.0.1:1/party', ...STORAGE_KEYS } };
  const services = { ...t.services, config: broken };
  const { saveFile } = await import('#platform/server/files/files.ts');
  const facts = { kind: 'x', rowId: null, orgCode: '0001', accountId: '1', name: 'nowhere', mime: 'a/b', days: 1 };
  await expect(saveFile(services, t.db, facts, [Buffer.from('x')])).rejects.toThrow();
  const { rows } = await sql`select from stored_file where name = 'nowhere'`.execute(t.db);
  expect(rows).toEqual([]);
  expect(t.services.config.bucket).toBe(good);
});
