import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#kernel/session/contract.ts';
import { exportIncident, exportLogs, listLogins, sealStatus, verifyLogs } from '#kernel/system/contract.ts';
import { sealLogs } from '#kernel/system/server/sealing.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { removeMarkSigns } from '#platform/text/marks.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, PASSWORD, type Principal } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Worker;
let admin: Caller;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  admin = await t.as('admin');
  encrypt = await makeEncrypter(t);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const signIn = (who: Principal, password: string, ip: string) =>
  t.nobody.call(
    login,
    { username: t.fixture.principals[who].loginName, password: encrypt(password) },
    {
      ip,
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0' },
    },
  );

/** The lines of a job's sheet, as it lies in the data folder. */
async function sheetOf(jobId: string): Promise<string[][]> {
  const { rows } = await sql<{ file_id: string }>`select file_id from job where id = ${jobId}`.execute(t.db);
  const book = read(readFileSync(join(t.services.config.dataDir, 'files', rows[0]?.file_id ?? '')));
  const lines = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false });
  // Empty cells are holes.
  return lines.map((line) => Array.from(line, (text) => removeMarkSigns(text ?? '')));
}

test('sign-ins stand in a list of their own, with way, device, address and failures', async () => {
  await signIn('branchWorker', 'Wrong2026', '10.1.1.1');
  expect((await signIn('branchWorker', PASSWORD, '10.1.1.2')).code).toBe(200);
  const county = await t.as('countyWorker');
  const all = await county.call(listLogins, {});
  expect(all.rows).toMatchObject([
    { outcome: 'done', accountName: '支书', way: '账号', device: 'Chrome浏览器，Windows', ip: '10.1.1.2' },
    { outcome: 'failed', accountName: '', way: '账号', ip: '10.1.1.1', reason: expect.stringContaining('密码错误') },
  ]);
  expect((await county.call(listLogins, { ip: '10.1.1.1' })).rows).toHaveLength(1);
  expect((await county.call(listLogins, { outcome: 'done' })).rows).toHaveLength(1);
  expect((await county.call(listLogins, { way: '扫码' })).rows).toHaveLength(0);
  await t.db
    .updateTable('organisation')
    .set({ name_grams: nameGrams(ORGS.branchA11.name) })
    .where('id', '=', ORGS.branchA11.id)
    .execute();
  expect((await county.call(listLogins, { orgName: '城关镇第一' })).rows.map(({ orgName }) => orgName)).toEqual(
    Array(2).fill(ORGS.branchA11.name),
  );
  expect((await (await t.as('otherCountyWorker')).call(listLogins, {})).rows).toEqual([]);
  const acts = await county.post('/api/back/log/getList', { ip: '10.1.1.2' });
  expect(acts.rows).toEqual([]);
});

test('P56 an export holds what the filter finds, with who took it, when and what for, and masks what slipped in', async () => {
  await writeAudit(
    t.db,
    null,
    { action: '导出试', endpoint: 'PUT /x', outcome: 'done', ip: '10.0.0.1', traceId: 't' },
    [
      {
        orgCode: ORGS.branchA11.code,
        name: '=1+1',
        reason: '电话13912345678\n第二行',
        changes: { remark: ['旧', '新'] },
      },
      { orgCode: ORGS.branchB11.code, name: '乙' },
    ],
  );
  const started = await admin.call(exportLogs, { kind: 'acts', action: '导出试', purpose: '年度检查' });
  const job = await jobEnds(admin, started.data.jobId);
  expect(job).toMatchObject({ state: 'done', message: '已导出2条' });
  const lines = await sheetOf(job.id);
  expect(lines).toHaveLength(4);
  const [head = [], , line = [], mark = []] = lines;
  const cell = (name: string) => line[head.indexOf(name)];
  expect(cell('对象')).toBe('=1+1');
  expect(cell('原因')).toBe('电话139****5678 第二行');
  expect(cell('变更内容')).toBe('remark：旧 → 新');
  expect(mark[0]).toMatch(
    /^导出人：系统管理员　中共试验市委员会　\d{4}-\d\d-\d\d \d\d:\d\d　来源尾号 0\.1　导出编号 \w{4}-\w{4}　用途：年度检查$/,
  );
  const { rows } = await sql<{ input: unknown }>`select input from job where id = ${job.id}`.execute(t.db);
  expect(JSON.stringify(rows[0]?.input)).not.toContain('导出试');
  expect((await admin.call(exportLogs, { kind: 'acts', purpose: '' })).data.fields).toHaveProperty('purpose');
  expect((await (await t.as('cityWorker')).call(exportLogs, { kind: 'acts', purpose: '试' })).code).toBe(403);
});

test('P58 an incident’s export holds everything that one account did or that was tried on it, in the window alone', async () => {
  const { accountId } = t.fixture.principals.siblingWorker;
  await sql`insert into audit_log (at, account_id, account_name, action, endpoint, outcome, org_code, target_type, target_id)
    values ('2026-05-01T08:00:00+08', ${accountId}, '田员', '早', '', 'done', '0001', null, null),
           ('2026-05-01T08:30:59+08', ${accountId}, '田员', '中', '', 'denied', '0001', null, null),
           ('2026-05-01T08:20:00+08', null, '', '登录', '', 'failed', '0001', 'login', ${accountId}),
           ('2026-05-01T08:20:00+08', 1, '别人', '别的', '', 'done', '0001', null, null),
           ('2026-05-01T08:31:00+08', ${accountId}, '田员', '晚', '', 'done', '0001', null, null)`.execute(t.db);
  const window = { from: '2026-05-01T08:00', to: '2026-05-01T08:30', purpose: '事件调查' };
  const started = await admin.call(exportIncident, { accountId, ...window });
  const job = await jobEnds(admin, started.data.jobId);
  const lines = await sheetOf(job.id);
  const at = lines[0]?.indexOf('操作') ?? -1;
  expect(lines.slice(1, -1).map((line) => line[at])).toEqual(['登录', '中', '早']);

  for (const [wrong, field] of [
    [{ ...window, accountId, ip: '10.0.0.1' }, 'accountId'],
    [window, 'accountId'],
    [{ ...window, accountId, from: '2026-05-02T00:00' }, 'to'],
    [{ ...window, accountId, to: '2026-02-30T00:00' }, 'to'],
    [{ ...window, accountId, to: '' }, 'to'],
  ] as const) {
    expect((await admin.call(exportIncident, wrong)).data.fields, JSON.stringify(wrong)).toHaveProperty(field);
  }
  expect((await admin.call(exportIncident, { accountId: '987654321', ...window })).code).toBe(404);
});

test('P59 the button: a job tells how far it is and names the first bad row, which stands in the log afterwards', async () => {
  await sealLogs(t.services);
  const verified = async () => {
    const started = await admin.call(verifyLogs, {});
    expect(started.code).toBe(200);
    return jobEnds(admin, started.data.jobId);
  };
  expect((await verified()).message).toMatch(/^共核验\d+条日志、1次封存，未发现改动$/);
  const { data: status } = await admin.call(sealStatus, {});
  expect(status).toMatchObject({ seals: 1, latest: { state: 'done', finding: null } });
  expect(status.publicKey).toMatch(/^04[0-9a-f]{128}$/);
  expect((await (await t.as('cityWorker')).call(verifyLogs, {})).code).toBe(403);

  const { rows } = await sql<{ id: string }>`select id from audit_log order by id limit 1 offset 3`.execute(t.db);
  const id = rows[0]?.id ?? '';
  await t.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update audit_log set outcome = 'denied', reason = '改' where id = ${id}`.execute(tx);
  });
  expect((await verified()).message).toContain(`发现异常：编号${id}的日志`);
  expect((await admin.call(sealStatus, {})).data.latest.finding).toMatchObject({ seal: 1, rowId: id });
  const { rows: said } =
    await sql`select outcome, reason from audit_log where action = '核验日志结果' order by id`.execute(t.db);
  expect(said).toMatchObject([
    { outcome: 'done' },
    { outcome: 'failed', reason: expect.stringContaining(`编号${id}`) },
  ]);
});
