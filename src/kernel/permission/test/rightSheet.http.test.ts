import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJob } from '#kernel/job/contract.ts';
import { exportRights, setGrantRights } from '#kernel/permission/contract.rights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { makeGroup, RIGHT_MODULES, type RightApp, startRightApp } from './rightFactory.ts';

let t: RightApp;
let worker: Worker | undefined;
beforeAll(async () => {
  t = await startRightApp();
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

async function ended(caller: Caller, id: string) {
  await expect
    .poll(async () => (await caller.call(getJob, { id })).data.state, { timeout: 300_000, interval: 100 })
    .toMatch(/done|failed/);
  return (await caller.call(getJob, { id })).data;
}

async function table(jobId: string): Promise<string[][]> {
  const row = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of readStored(t.services, row.file_id ?? '')) parts.push(part as Buffer);
  const lines: string[][] = [];
  for await (const line of readTable(Buffer.concat(parts))) lines.push(line);
  return lines;
}

test('P56 the sheet says who may do what where, by what and since when, with its maker in the last line', async () => {
  const committee = await t.as('committeeWorker');
  const admin = await t.as('admin');
  await makeGroup(t, 'committeeA1', ['dict:write'], ['branchWorker']);
  await admin.call(setGrantRights, {
    grantId: t.fixture.principals.branchWorker.grantId,
    give: ['site:read'],
    take: ['org:sort'],
    password: t.own(),
  });
  const started = await committee.call(exportRights, { purpose: '季度核对' });
  const some = await committee.call(exportRights, { keys: ['dict:write'], purpose: '核对' });
  worker = startWorker(t.services, RIGHT_MODULES);
  expect((await ended(committee, started.data.jobId)).state).toBe('done');
  const lines = await table(started.data.jobId);
  expect(lines[0]).toEqual(['姓名', '登录账号', '角色', '所在组织', '权限类别', '权限', '来源', '自何时起', '授予人']);
  const role = await sql<{ n: number }>`select count(*)::int as n from role_permission where role_id = 3`.execute(t.db);
  const rights = Number(role.rows[0]?.n);
  const above = await sql<{ n: number }>`
    select count(*)::int as n from role_permission r join permission p on p.key = r.permission_key and p.above_branch
     where r.role_id = 3`.execute(t.db);
  const atBranch = rights - Number(above.rows[0]?.n);
  // Within the committee: its own worker, the branch's (one taken, two more), the city worker's second role.
  const names = lines.slice(1, -1).map((line) => line[0]);
  expect([...new Set(names)]).toEqual(['魏员', '支书', '程市']);
  expect(names.filter((name) => name === '魏员')).toHaveLength(rights);
  expect(names.filter((name) => name === '支书')).toHaveLength(atBranch + 1);
  const mine = lines.filter(
    ([name, , , , , right]) => name === '支书' && ['维护字典', '查看站点配置', '党组织排序'].includes(right ?? ''),
  );
  expect(mine.map((line) => line.slice(2))).toEqual([
    [
      '党务工作者',
      ORGS.branchA11.name,
      '站点与字典',
      '维护字典',
      expect.stringMatching(/^用户组：/),
      expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/),
      '系统预置',
    ],
    [
      '党务工作者',
      ORGS.branchA11.name,
      '站点与字典',
      '查看站点配置',
      '本人',
      expect.stringMatching(/^20\d\d/),
      '系统管理员',
    ],
  ]);
  expect(lines.at(-1)?.[0]).toMatch(
    /^导出人：魏员　甲县城关镇党委　20\d\d-\d\d-\d\d \d\d:\d\d　来源尾号 0\.1　导出编号 \w{4}-\w{4}　用途：季度核对$/,
  );
  const { loginName } = t.fixture.principals.branchWorker;
  expect(JSON.stringify(lines)).not.toContain(loginName);
  expect((await ended(committee, some.data.jobId)).message).toBe('已导出1条权限');
  expect((await table(some.data.jobId)).slice(1, -1).map((line) => line[0])).toEqual(['支书']);
});

test('P7 a sheet stops when its maker loses the right; out of scope nothing begins', async () => {
  await worker?.stop();
  const county = await t.as('countyWorker');
  const admin = await t.as('admin');
  expect((await county.call(exportRights, { orgId: ORGS.countyB.id, purpose: '试' })).code).toBe(404);
  expect((await county.call(exportRights, { purpose: '' })).code).toBe(600);
  const started = await county.call(exportRights, { purpose: '试' });
  const take = { grantId: t.fixture.principals.countyWorker.grantId, take: ['right:export'], password: t.own() };
  expect((await admin.call(setGrantRights, take)).code).toBe(200);
  worker = startWorker(t.services, RIGHT_MODULES);
  expect(await ended(county, started.data.jobId)).toMatchObject({
    state: 'failed',
    message: '发起人的权限已变化，任务已停止',
  });
  const { rows } = await sql`select 1 from stored_file where row_id = ${started.data.jobId}`.execute(t.db);
  expect(rows).toHaveLength(0);
});
