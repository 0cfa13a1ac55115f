import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CFB, read, utils, write } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TracedExport, traceExport } from '#kernel/system/contract.ts';
import { exportMembers } from '#people/member/contract.ts';
import { jobEnds, upload } from '#people/member/test/factory.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let worker: Worker;
let admin: Caller;
let committee: Caller;
let file: Buffer;
let jobId: string;
beforeAll(async () => {
  t = await startTestApp();
  [admin, committee] = await Promise.all([t.as('admin'), t.as('committeeWorker')]);
  worker = startWorker(t.services, serverModules);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const trace = async (who: Caller, name: string, bytes: Buffer | null, text = '') => {
  const answer = await upload(t, who, name, bytes ?? Buffer.alloc(0), text ? { text } : {}, traceExport.path);
  return answer as { code: number; msg: string; data: TracedExport[] & { fields?: Record<string, string> } };
};
const table = () => {
  const book = read(file);
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
};
/** The last rows of the log, newest first. */
const logged = (n: number) =>
  t.db
    .selectFrom('audit_log')
    .select(['account_name', 'target_id', 'target_name', 'reason'])
    .where('action', '=', '追查导出文件')
    .orderBy('id', 'desc')
    .limit(n)
    .execute();

test('P56 the file, cells that were copied from it, its last line and the number on a picture lead to who exported it', async () => {
  const asked = { columns: ['name', 'idCardNo', 'orgName'], purpose: '年报核对' };
  const started = await committee.call(exportMembers, asked, { ip: '10.7.3.27' });
  jobId = started.data.jobId;
  await jobEnds(committee, jobId);
  const row = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  file = readFileSync(join(t.services.config.dataDir, 'files', row.file_id ?? ''));

  const rows = table();
  const mark = rows.at(-1)?.[0] ?? '';
  expect(mark).toContain('来源尾号 3.27');
  const code = /导出编号 (\S+)/.exec(mark)?.[1] ?? '';
  const expected = {
    code,
    title: '党员名册',
    accountName: '魏员',
    orgName: '甲县城关镇党委',
    ip: '10.7.3.27',
    purpose: '年报核对',
  };
  // Cells that were copied into another workbook take the style along; the rest of the file stays behind.
  const parts = CFB.read(file, { type: 'buffer' });
  const styles = Buffer.from(CFB.find(parts, '/xl/styles.xml')?.content as Uint8Array);
  const piece = utils.book_new(utils.aoa_to_sheet(rows.slice(2, 4).map((row) => [row[1]])), '表1');
  const into = CFB.read(write(piece, { type: 'buffer', bookType: 'xlsx' }), { type: 'buffer' });
  Object.assign(CFB.find(into, '/xl/styles.xml') ?? {}, { content: styles, size: styles.length });
  const copied = CFB.write(into, { fileType: 'zip', type: 'buffer' }) as Buffer;
  const found = [
    await trace(admin, '名册.xlsx', file),
    await trace(admin, '名册.xlsx', copied),
    await trace(admin, '', null, `王一\t男\n${mark}`),
    await trace(admin, '', null, code.toLowerCase().replace('-', ' ')),
  ];
  for (const { data } of found) expect(data).toMatchObject([expected]);
  expect(await logged(1)).toMatchObject([
    { account_name: '系统管理员', target_id: jobId, reason: `文字：导出编号${code}，魏员导出` },
  ]);
});

test('P56 a piece without a mark finds nothing and says so; what cannot be read is refused at its field', async () => {
  expect((await trace(admin, '', null, '张三，男')).data).toEqual([]);
  expect(await logged(1)).toMatchObject([{ reason: '没有找到对应的导出' }]);
  expect((await trace(admin, '', null)).data.fields).toHaveProperty('text');
  expect((await trace(admin, 'a.pdf', Buffer.from('%PDF-1.7'))).data.fields).toHaveProperty('file');
  expect((await trace(admin, 'a.xlsx', Buffer.from('PK\u0003\u0004'))).msg).toBe('文件已损坏，不能打开');
});

test('P56 only whoever holds the right may look, and only for exports of the own subtree', async () => {
  expect((await trace(committee, '名册.xlsx', file)).code).toBe(403);
  const officer = async (org: 'countyA' | 'countyB', principal: 'countyWorker' | 'otherCountyWorker') => {
    const { accountId, orgId } = t.fixture.principals[principal];
    const { rows } = await sql<{ id: string }>`
      insert into account_role (account_id, role_id, org_id) values (${accountId}, 10, ${orgId}) returning id`.execute(
      t.db,
    );
    return { org, caller: t.withToken(await openSession(t.services, accountId, rows[0]?.id ?? '')) };
  };
  await sql`update role set enabled = true where id = 10`.execute(t.db);
  const own = await officer('countyA', 'countyWorker');
  const other = await officer('countyB', 'otherCountyWorker');
  expect((await trace(own.caller, '名册.xlsx', file)).data).toHaveLength(1);
  expect((await trace(other.caller, '名册.xlsx', file)).data).toEqual([]);
});
