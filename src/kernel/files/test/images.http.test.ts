import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { myImages } from '#platform/files/fileCalls.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { pdf, picture, upload } from './factory.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('pictures to choose from are the own ones that are still there, the newest first, a page at a time', async () => {
  const worker = await t.as('branchWorker');
  const sent = async (name: string, width: number) =>
    (await upload(t, worker, name, await picture(width).png().toBuffer(), 'image')).data.id;
  const [first, gone, last] = [await sent('一.png', 8), await sent('二.png', 9), await sent('三.png', 10)];
  await upload(t, worker, '说明.pdf', pdf(100));
  await upload(t, await t.as('committeeWorker'), '别人.png', await picture(11).png().toBuffer(), 'image');
  await sql`update stored_file set created_at = now() - interval '1 hour' where id = ${first}`.execute(t.db);
  await sql`update stored_file set expires_at = now() where id = ${gone}`.execute(t.db);
  const all = await worker.call(myImages, {});
  expect(all.rows.map(({ id, name }) => [id, name])).toEqual([
    [last, '三.png'],
    [first, '一.png'],
  ]);
  const second = await worker.call(myImages, { pageSize: 1, pageNum: 2 });
  expect([second.total, second.rows.map(({ id }) => id)]).toEqual([2, [first]]);
});
