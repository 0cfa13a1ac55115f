import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK, chunksOf } from '#platform/files/fileRules.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { sweepUploads } from '../server/service/chunks.ts';
import { client, fetchBytes, pdf, sha256Of, upload } from './factory.ts';

let t: TestApp;
let worker: Caller;
let other: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
  other = await t.as('committeeWorker');
});
afterAll(() => t.close());

const parts = () => readdirSync(join(t.services.config.dataDir, 'files')).filter((name) => name.startsWith('p-'));
const receiving = () => readdirSync(join(t.services.config.dataDir, 'receiving'));

test('P42 chunks in any order, twice, with gaps and after a new start make the very file, or say why not', async () => {
  let seed = 100;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 * CHUNK + 7 }).map((size) => size + 9),
      fc.array(fc.nat(3), { minLength: 0, maxLength: 9 }),
      fc.boolean(),
      async (size, sent, resume) => {
        await sql`truncate rate_window`.execute(t.db);
        const bytes = pdf(size, seed++);
        const page = client(t, worker, bytes, `甲${seed}.pdf`);
        let started = (await page.start()).data;
        const there = new Set<number>();
        for (const no of sent) {
          const answer = await page.chunk(started, no);
          if (no < chunksOf(size)) {
            expect(answer, answer.text).toMatchObject({ code: 200, data: { ifExist: true } });
            there.add(no);
          } else expect(answer.code).toBe(600);
        }
        if (resume) {
          started = (await page.start()).data;
          expect(new Set(started.received)).toEqual(there);
        }
        expect((await page.check(started)).data).toMatchObject({
          ifExist: false,
          chunks: [...there].sort((a, b) => a - b),
        });
        if (there.size < chunksOf(size)) {
          const early = await page.merge(started);
          expect(early.data).toMatchObject({ success: false, path: '' });
          expect(early.data.responseMsg).toBe(`还有${chunksOf(size) - there.size}个分片没有上传`);
          for (let no = 0; no < chunksOf(size); no++) if (!there.has(no)) await page.chunk(started, no);
        }
        const merged = await page.merge(started);
        expect(merged.data, merged.text).toMatchObject({ success: true, fileType: 'application/pdf', responseMsg: '' });
        const file = await fetchBytes(t, worker, merged.data.path);
        expect(sha256Of(file.bytes)).toBe(sha256Of(bytes));
        expect((await page.chunk(started, 0)).code).not.toBe(200);
      },
    ),
    { numRuns: 12 },
  );
  expect(parts()).toEqual([]);
  expect(receiving()).toEqual([]);
});

test('P42 a size, chunk size, number or MD5 that is a lie is refused, and nothing becomes a file', async () => {
  const bytes = pdf(2 * CHUNK + 5, 7);
  const page = client(t, worker, bytes, '乙.pdf');
  for (const size of [0, -1, 2 ** 31 + 1, 2 ** 63, 1.5]) {
    expect((await page.start({ size })).code, String(size)).toBe(600);
  }
  const { data: started } = await page.start();
  for (const size of [bytes.length - 1, bytes.length + 1, 0, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    expect((await page.check(started, { size })).code, String(size)).toBe(600);
    expect((await page.merge(started, { size })).data.success, String(size)).toBe(false);
  }
  expect((await page.check(started, { chunkSize: CHUNK * 2 })).data.fields).toEqual({
    chunkSize: '分片大小应为1048576字节',
  });
  expect((await page.chunk(started, 0, { chunkSize: '5' })).code).toBe(600);
  expect((await page.chunk(started, 2, {}, bytes.subarray(0, 4))).code).toBe(600);
  expect((await page.chunk(started, 0, {}, pdf(CHUNK + 1))).code).toBe(600);
  expect((await page.chunk(started, 0, { chunk: '-1' })).code).toBe(600);
  expect((await page.chunk(started, 0, { fileMd5: '0'.repeat(32) })).code).toBe(404);
  expect((await page.check({ ...started, key: 'f'.repeat(64) })).data.fields).toEqual({ sign: '签名不正确' });

  // Right in size, wrong in content: what was said of the beginning does not hold.
  for (const no of [0, 1, 2]) await page.chunk(started, no, {}, pdf(no === 2 ? 5 : CHUNK, 99 + no));
  const merged = await page.merge(started);
  expect(merged.data).toMatchObject({ success: false, responseMsg: '文件内容与校验值不一致，请重新上传' });
  expect((await page.merge(started)).data.success).toBe(false);
  expect(parts()).toEqual([]);
});

test('P42 twenty mergings at once make one file; the others wait or get the same', async () => {
  const bytes = pdf(CHUNK + 3, 11);
  const page = client(t, worker, bytes, '丙.pdf');
  const { data: started } = await page.start();
  for (const no of [0, 1]) await page.chunk(started, no);
  const answers = await Promise.all(Array.from({ length: 20 }, () => page.merge(started)));
  const paths = new Set(answers.filter(({ data }) => data?.success).map(({ data }) => data.path));
  expect(paths.size).toBe(1);
  for (const { status, data } of answers) {
    if (status === 429 || data.success) continue;
    expect(data.responseMsg).toBe('文件正在合并，请稍候');
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from stored_file where name = '丙.pdf'`.execute(
    t.db,
  );
  expect(rows[0]?.n).toBe(1);
});

test('P42 the same file is there at once for who sent it, and for nobody else', async () => {
  const bytes = pdf(5000, 13);
  const mine = client(t, worker, bytes, '丁.pdf');
  const { data: first } = await mine.start();
  await mine.chunk(first, 0);
  const { data: made } = await mine.merge(first);
  const { data: again } = await mine.start();
  expect((await mine.check(again)).data).toMatchObject({ ifExist: true, path: made.path });

  const theirs = client(t, other, bytes, '丁.pdf');
  const { data: begun } = await theirs.start();
  expect((await theirs.check(begun)).data).toMatchObject({ ifExist: false, path: '' });
  // Nor by the other's upload id, with the own key or the other's.
  expect((await theirs.check({ ...begun, appId: again.appId })).code).toBe(404);
  expect((await theirs.check({ ...again })).code).toBe(404);
  expect((await theirs.chunk({ ...again }, 0)).code).toBe(404);
  expect((await other.get(made.path)).code).toBe(404);
});

test('P42 an upload whose file is there already is finished by that', async () => {
  const bytes = pdf(CHUNK + 60, 14);
  const page = client(t, worker, bytes, '戊.pdf');
  const { data: first } = await page.start();
  for (const no of [0, 1]) await page.chunk(first, no);
  const { data: made } = await page.merge(first);
  const { data: again } = await page.start();
  await page.chunk(again, 0);
  expect((await page.check(again)).data).toMatchObject({ ifExist: true, path: made.path });
  const { rows } = await worker.get('/api/common/upload/unfinished');
  expect(rows.map((row: { appId: string }) => row.appId)).not.toContain(again.appId);
  expect(parts().filter((name) => name.includes(again.appId))).toEqual([]);
  expect((await page.merge(again)).data).toMatchObject({ success: true, path: made.path });
});

test('P42 the room of an account is not passed by asking often at once, nor by giving up what has arrived', async () => {
  const asking = await t.as('siblingWorker');
  const { accountId } = t.fixture.principals.siblingWorker;
  const start = (seed: number) => {
    const fileMd5 = String(seed).padStart(32, '0');
    return asking.post('/api/common/upload/start', { fileName: `${seed}.pdf`, size: 2 * 1024 ** 3, fileMd5 });
  };
  const answers = await Promise.all(Array.from({ length: 16 }, (_, seed) => start(seed)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10);
  const small = () => upload(t, asking, 'a.pdf', pdf(100));
  expect((await small()).msg).toBe('您上传的文件已占满个人空间，请稍后再上传');

  const ids = answers.flatMap(({ data }) => data?.appId ?? []);
  await sql`insert into upload_part (upload_id, no, size, sha256, key)
    select id, no, ${1024 ** 3}, '', id || no from unnest(${ids}::text[]) as id, generate_series(0, 1) as no`.execute(
    t.db,
  );
  for (const appId of ids) await asking.post('/api/common/upload/cancel', { appId });
  expect((await small()).code).toBe(400);
  expect((await start(99)).code).toBe(400);
  await sql`delete from upload_part where upload_id = any(${ids}::text[])`.execute(t.db);

  // Room for three more of these small ones; a dozen at once get no more than that.
  await sql`insert into stored_file (id, kind, org_code, account_id, name, mime, size, sha256)
    values ('full', 'upload', '0001', ${accountId}, 'a', 'a/b', ${20 * 1024 ** 3 - 20 * 1024 ** 2}, '')`.execute(t.db);
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, seed) => upload(t, asking, 'b.pdf', pdf(6 * 1024 ** 2, seed + 1))),
  );
  expect(many.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(3);
  const { rows } = await sql<{ n: number }>`
    select sum(size)::float8 as n from stored_file where account_id = ${accountId} and kind = 'upload'`.execute(t.db);
  expect(rows[0]?.n).toBeLessThanOrEqual(20 * 1024 ** 3);
});

test('P42 an upload that nobody finishes is swept after a day, one in progress stays', async () => {
  const old = client(t, worker, pdf(CHUNK + 1, 17), '旧.pdf');
  const fresh = client(t, worker, pdf(CHUNK + 1, 18), '新.pdf');
  const { data: stale } = await old.start();
  const { data: open } = await fresh.start();
  await old.chunk(stale, 0);
  await fresh.chunk(open, 0);
  await sql`update upload set touched_at = now() - interval '25 hours' where id = ${stale.appId}`.execute(t.db);
  await sweepUploads(t.services);
  expect(parts().map((name) => name.split('-').slice(0, 3).join('-'))).toEqual([`p-${open.appId}-0`]);
  const { rows } = await worker.get('/api/common/upload/unfinished');
  expect(rows.map((row: { fileName: string }) => row.fileName)).toContain('新.pdf');
  expect(rows.map((row: { fileName: string }) => row.fileName)).not.toContain('旧.pdf');
  expect((await other.post('/api/common/upload/cancel', { appId: open.appId })).code).toBe(404);
  expect((await worker.post('/api/common/upload/cancel', { appId: open.appId })).code).toBe(200);
});
