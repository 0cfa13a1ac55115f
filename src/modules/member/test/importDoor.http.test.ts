import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#modules/job/server/routes.ts';
import { memberModule } from '#modules/member/server/routes.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { upload, workbook } from './factory.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ modules: [jobModule, memberModule] });
});
afterAll(() => t.close());

test('of large sheets at once one of an account is taken in, the others are asked to wait; afterwards there is room again', async () => {
  const committee = await t.as('committeeWorker');
  const large = Buffer.alloc(19 * 1024 * 1024, '甲,乙\n');
  const answers = await Promise.all([1, 2, 3].map(() => upload(t, committee, '名册.csv', large)));
  const waiting = answers.filter(({ data }) => data?.retryAfter);
  expect(waiting.map(({ msg }) => msg)).toEqual(Array(2).fill('正在读取的表格太多，请等前面的读完再上传'));
  const small = await workbook([
    ['姓名', '身份证号'],
    ['覃思二', testIdCard(191, '1985-03-15')],
  ]);
  const named = await upload(t, committee, '名册\u202excod.xlsx', small);
  // A mark that turns the direction of writing is no part of a name.
  expect(named.data.fileName).toBe('名册xcod.xlsx');
  const kept = await sql<{ hours: number }>`
    select extract(epoch from f.expires_at - now()) / 3600 as hours
      from import_batch b join stored_file f on f.id = b.file_id where b.id = ${named.data.id}`.execute(t.db);
  expect(Number(kept.rows[0]?.hours)).toBeLessThanOrEqual(24);
});
