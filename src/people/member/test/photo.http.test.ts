import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { getMember, updateMember } from '../contract.ts';

let t: TestApp;
let worker: Caller;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
  id = t.fixture.members.branchA11?.[1] ?? '';
});
afterAll(() => t.close());

async function photo(): Promise<string> {
  const bytes = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const { data } = await worker.post('/api/sys/oss/upload/base64', { base64: bytes.toString('base64') });
  return data.id;
}

const save = async (caller: Caller, value: string) => {
  const { result } = await worker.call(getMember, { id });
  return caller.call(updateMember, { id, version: result.version, photo: value });
};

test('PEER-12 a photo is seen by whoever may read the record, and by nobody beside', async () => {
  const first = await photo();
  expect((await save(worker, first)).code).toBe(200);
  const { result } = await worker.call(getMember, { id });
  expect(result.photo).toBe(first);

  const path = `/api/common/download?fileName=${first}-t`;
  const seen = async (caller: Caller) => (await caller.get(path)).headers['content-type'];
  expect(await seen(worker)).toBe('image/jpeg');
  expect(await seen(await t.as('cityWorker'))).toBe('image/jpeg');
  for (const principal of ['member', 'siblingWorker', 'otherCountyWorker', 'twinWorker'] as const) {
    const caller = await t.as(principal);
    expect((await caller.get(path)).code, principal).toBe(404);
  }

  // Somebody else's upload, and a made-up id, are refused at the field; the photo stays.
  const city = await t.as('cityWorker');
  const loose = await photo();
  expect((await save(city, loose)).data.fields).toEqual({ photo: '附件不存在或已过期，请重新上传' });
  expect((await save(worker, '0'.repeat(32))).data.fields).toEqual({ photo: '附件不存在或已过期，请重新上传' });
  expect((await worker.call(getMember, { id })).result.photo).toBe(first);

  expect((await save(worker, loose)).code).toBe(200);
  expect((await save(worker, '')).code).toBe(200);
  expect((await worker.call(getMember, { id })).result.photo).toBeNull();
  const { rows } = await worker.get('/api/dyxx/member/timeline', { id });
  expect(rows.slice(0, 3).map(({ changes }: { changes: unknown[] }) => changes[0])).toEqual([
    { field: 'photo', label: '照片', before: '有照片', after: '' },
    { field: 'photo', label: '照片', before: '有照片', after: '新照片' },
    { field: 'photo', label: '照片', before: '', after: '有照片' },
  ]);
});
