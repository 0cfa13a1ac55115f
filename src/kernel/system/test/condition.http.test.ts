import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCondition, startBackup } from '#kernel/system/contract.condition.ts';
import { saveSite } from '#kernel/system/contract.site.ts';
import { conditionOf, type Facts } from '#kernel/system/rules.condition.ts';
import { noteRun } from '#kernel/system/server/index.ts';
import { backUpWhenDue } from '#kernel/system/server/service/backup.ts';
import { noteCondition } from '#kernel/system/server/service/condition.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let admin: Caller;
const stock = mkdtempSync(join(tmpdir(), 'party-stock-'));
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
});
afterAll(async () => {
  await t.close();
  rmSync(stock, { recursive: true, force: true });
});

const lineOf = async (key: string) => {
  const { result } = await admin.call(getCondition, {});
  return result.groups.flatMap(({ lines }) => lines).find((line) => line.key === key);
};
const openTodos = async () => {
  const { rows } = await sql<{ subject: string; title: string; url: string }>`
    select subject, title, jump_url as url from todo where subject in ('condition:backup', 'condition:drill') and done_at is null order by 1`.execute(
    t.db,
  );
  return rows;
};

test('whoever administers reads how the platform stands; others do not', async () => {
  expect(await lineOf('program')).toMatchObject({ tone: 'ok', value: expect.stringContaining('0.') });
  expect(await lineOf('database')).toMatchObject({ tone: 'ok', value: expect.stringContaining('PostgreSQL') });
  expect(await lineOf('disk')).toMatchObject({ value: expect.stringMatching(/剩余 [\d.]+ [MGT]B/) });
  const worker = await t.as('branchWorker');
  expect((await worker.call(getCondition, {})).code).toBe(403);
  expect((await worker.call(startBackup, {})).code).toBe(403);
});

test('what stands red is a to-do of the administrators, and is closed once it does no more', async () => {
  t.services.config.production = true;
  await noteCondition(t.services);
  expect(await openTodos()).toEqual([
    { subject: 'condition:backup', title: '最近一次备份需要处理', url: '/sys/condition' },
  ]);
  await noteRun(t.db, { kind: 'backup', succeeded: true, name: 'x', outcome: '试', facts: {}, seconds: 3 });
  await noteCondition(t.services);
  expect(await openTodos()).toEqual([]);
  await noteRun(t.db, { kind: 'drill', succeeded: false, name: 'x', outcome: '不一致', facts: {}, seconds: 3 });
  await noteCondition(t.services);
  expect((await openTodos()).map(({ subject }) => subject)).toEqual(['condition:drill']);
  t.services.config.production = false;
  await sql`delete from upkeep_run`.execute(t.db);
});

test('the schedule: a wrong folder is told at its field; once a day; a failure is noted and tried again; old ones go', async () => {
  expect((await admin.call(startBackup, {})).msg).toContain('还没有设置备份文件夹');
  const save = (backup: object, host = '*', version = 0) =>
    admin.call(saveSite, { host, version, settings: { backup } as never });
  expect((await save({ hour: '24', folder: 'backup', days: '0' })).data.fields).toMatchObject({
    'settings.backup.hour': '时刻应为0到23',
    'settings.backup.folder': '请输入服务器上的完整路径，例如 /backup/party',
    'settings.backup.days': '保留天数应为1到3650',
  });
  expect((await save({ hour: 0, folder: stock, days: 7 }, 'a.example.cn')).data.fields).toHaveProperty(
    'settings.backup',
  );
  // A file stands where the folder would be made.
  writeFileSync(join(stock, 'taken'), '');
  expect((await save({ hour: 0, folder: join(stock, 'taken'), days: 7 })).code).toBe(200);
  const jobs = async () =>
    (
      await sql<{ state: string; message: string }>`
      select state, message from job where kind = 'system.backup' order by id`.execute(t.db)
    ).rows;
  await backUpWhenDue(t.services);
  await backUpWhenDue(t.services);
  expect(await jobs()).toMatchObject([{ state: 'queued' }]);
  expect((await admin.call(startBackup, {})).msg).toContain('正在备份');

  const worker = await startWorker(
    { ...t.services },
    t.services.modules.map((module) => ({ ...module, recurring: [] })),
  );
  try {
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 60_000 }).toBe('failed');
    expect((await jobs())[0]?.message).toContain('无法使用备份文件夹');
    expect(await lineOf('backup')).toMatchObject({ tone: 'bad', value: expect.stringContaining('无法使用备份文件夹') });
    // Within the hour it is not tried again by itself, by hand it is.
    await backUpWhenDue(t.services);
    expect(await jobs()).toHaveLength(1);
    expect((await save({ hour: 0, folder: join(stock, 'all'), days: 7 }, '*', 1)).code).toBe(200);
    expect((await admin.call(startBackup, {})).code).toBe(200);
    await expect.poll(async () => (await jobs())[1]?.state, { timeout: 120_000 }).toBe('done');
  } finally {
    await worker.stop();
  }
  expect((await jobs())[1]?.message).toMatch(/备份完成.*张表/);
  expect(readdirSync(join(stock, 'all')).filter((name) => /^\d{8}-/.test(name))).toHaveLength(1);
  expect(await lineOf('backup')).toMatchObject({ tone: 'ok' });
  const { result } = await admin.call(getCondition, {});
  expect(result.runs.map(({ kind, succeeded }) => [kind, succeeded])).toEqual([
    ['backup', true],
    ['backup', false],
  ]);
  await sql`update upkeep_run set began_at = now() - interval '2 hours' where not succeeded`.execute(t.db);
  // The day has its backup.
  await sql`update upkeep_run set began_at = now() - interval '61 minutes'`.execute(t.db);
  const { rows } = await sql<{ same: boolean }>`select (now() at time zone 'Asia/Shanghai')::date
    = ((now() - interval '61 minutes') at time zone 'Asia/Shanghai')::date as same`.execute(t.db);
  await backUpWhenDue(t.services);
  expect(await jobs()).toHaveLength(rows[0]?.same ? 2 : 3);
});

const FACTS: Facts = {
  version: '1',
  node: '24',
  upSeconds: 10,
  now: Date.parse('2026-06-01T00:00:00Z'),
  production: true,
  database: { version: '18', bytes: 5e9, embedded: true },
  disk: { free: 50e9, size: 100e9 },
  jobs: { queued: 0, running: 0, failed: 0, oldestSeconds: 0 },
  outbox: { waiting: 0, oldestSeconds: 0 },
  counterLag: 0,
  faultsToday: 0,
  plan: { hour: 2, folder: '/b', days: 7 },
  lastBackup: { succeeded: true, outcome: '好', at: Date.parse('2026-05-31T18:00:00Z') },
  goodBackupAt: Date.parse('2026-05-31T18:00:00Z'),
  lastDrill: { succeeded: true, outcome: '好', at: Date.parse('2026-05-01T00:00:00Z') },
};

test('each limit makes its line red or yellow, and no other', () => {
  const notOk = (facts: Partial<Facts>) =>
    conditionOf({ ...FACTS, ...facts })
      .flatMap(({ lines }) => lines)
      .filter(({ tone }) => tone !== 'ok')
      .map(({ key, tone, hint }) => [key, tone, hint !== '']);
  expect(notOk({})).toEqual([]);
  expect(notOk({ disk: { free: 4e9, size: 100e9 } })).toEqual([['disk', 'bad', true]]);
  expect(notOk({ disk: { free: 10e9, size: 100e9 } })).toEqual([['disk', 'warn', true]]);
  expect(notOk({ jobs: { ...FACTS.jobs, queued: 3, oldestSeconds: 2000 } })).toEqual([['jobs', 'bad', true]]);
  expect(notOk({ jobs: { ...FACTS.jobs, failed: 1 } })).toEqual([['failed', 'warn', true]]);
  expect(notOk({ outbox: { waiting: 1, oldestSeconds: 4000 } })).toEqual([['outbox', 'bad', true]]);
  expect(notOk({ faultsToday: 60 })).toEqual([['faults', 'bad', true]]);
  expect(notOk({ goodBackupAt: FACTS.now - 27 * 3600 * 1000 })).toEqual([['backup', 'bad', true]]);
  expect(notOk({ lastBackup: { succeeded: false, outcome: '坏', at: FACTS.now } })).toEqual([['backup', 'bad', true]]);
  expect(notOk({ lastDrill: null })).toEqual([['drill', 'warn', true]]);
  expect(notOk({ lastDrill: { succeeded: true, outcome: '好', at: FACTS.now - 101 * 86_400_000 } })).toEqual([
    ['drill', 'warn', true],
  ]);
});
