import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadImport } from '#people/member/contract.import.ts';
import { RECORD_IMPORT } from '#people/member/contract.recordImport.ts';
import { ORG_RECORD_IMPORT } from '#people/org/contract.recordImport.ts';
import { ossUpload } from '#platform/files/fileCalls.ts';
import { fileStore } from '#platform/server/files/fileStore.ts';
import { cleanFiles } from '#platform/server/files/files.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { upload, workbook } from './factory.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
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
});

const PEOPLE = [
  ['姓名', '身份证号'],
  ['覃思三', testIdCard(192, '1985-03-15')],
];
/** One sheet of each sort: where it goes to, the fields beside it, its lines. */
const SORTS: readonly (readonly [string, string, Record<string, string>, readonly (readonly string[])[]])[] = [
  ['people', uploadImport.path, {}, PEOPLE],
  [
    'a tab of people',
    RECORD_IMPORT.upload.path,
    { kind: 'family' },
    [
      ['人员姓名*', '身份证号*', '称谓*', '姓名*'],
      ['覃思三', testIdCard(192, '1985-03-15'), '配偶', '谭一'],
    ],
  ],
  [
    'a tab of organisations',
    ORG_RECORD_IMPORT.upload.path,
    { kind: 'reward' },
    [
      ['党组织名称*', '奖惩类型*', '奖惩名称*', '批准日期*', '批准机关*'],
      [ORGS.branchA11.name, '表彰奖励', '先进基层党组织', '2021-07-01', '市委'],
    ],
  ],
  [
    'terms',
    ORG_RECORD_IMPORT.upload.path,
    { kind: 'office' },
    [
      '党组织名称 上级党组织 届次 当选日期 产生方式 应到会人数 实到会人数 党内职务 姓名 身份证号 得票 备注'.split(' '),
      [ORGS.branchA11.name, '', '第3届', '2021.3.1', '党员大会选举', '10', '9', '书记', '王小一', '', '8', ''],
    ],
  ],
];

describe.each(SORTS)('a sheet of %s', (_sort, path, fields, lines) => {
  const send = async (who: Caller) => upload(t, who, '表.xlsx', await workbook(lines), fields, path);
  const fileOf = async (batchId: string) => {
    const { rows } = await sql<{ id: string | null; size: string; hours: number }>`
      select f.id, f.size, extract(epoch from f.expires_at - now())::float8 / 3600 as hours
        from import_batch b left join stored_file f on f.id = b.file_id where b.id = ${batchId}`.execute(t.db);
    return rows[0];
  };

  test('is swept after a day with the other expired files, and not before', async () => {
    const sent = await send(await t.as('committeeWorker'));
    expect(sent.code, JSON.stringify(sent)).toBe(200);
    expect((await fileOf(sent.data.id))?.hours).toBeLessThanOrEqual(24);
    await cleanFiles(t.services);
    const file = await fileOf(sent.data.id);
    expect(await fileStore(t.services).has(file?.id ?? '')).toBe(true);
    await sql`update stored_file set expires_at = expires_at - interval '1 day' where id = ${file?.id}`.execute(t.db);
    await cleanFiles(t.services);
    expect((await fileOf(sent.data.id))?.id).toBeNull();
    expect(await fileStore(t.services).has(file?.id ?? '')).toBe(false);
  });

  test('counts in the room of its account, and is refused where there is none', async () => {
    const worker = await t.as('committeeWorker');
    const sent = await send(worker);
    const { id } = (await fileOf(sent.data.id)) ?? {};
    await sql`update stored_file set size = ${20 * 1024 ** 3} where id = ${id}`.execute(t.db);
    const full = '您上传的文件已占满个人空间，请稍后再上传';
    expect((await send(worker)).msg).toBe(full);
    expect((await upload(t, worker, 'a.png', Buffer.from('x'), {}, ossUpload.path)).msg).toBe(full);
    await sql`update stored_file set size = 1 where id = ${id}`.execute(t.db);
    expect((await send(worker)).code).toBe(200);
  });
});
