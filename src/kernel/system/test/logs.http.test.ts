import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditDetail } from '#platform/server/context.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

const LOGS = '/api/back/log/getList';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const write = (action: string, org: OrgKey, detail: AuditDetail = {}, outcome: 'done' | 'denied' = 'done') =>
  writeAudit(t.db, null, { action, endpoint: 'PUT /x', outcome, ip: '10.0.0.1', traceId: 't' }, [
    { ...detail, orgCode: ORGS[org].code },
  ]);

test('a worker sees the own subtree alone: not the parent, the sibling, the twin or the other tree', async () => {
  for (const org of Object.keys(ORGS) as OrgKey[]) await write(`动作-${org}`, org);
  const seen = async (who: 'countyWorker' | 'branchWorker' | 'twinWorker' | 'admin') => {
    const list = await (await t.as(who)).post(LOGS, { action: '动作-' });
    expect(list.code).toBe(200);
    expect(list.total).toBe(list.rows.length);
    return list.rows.map((row) => row.action.slice(3));
  };
  expect(await seen('branchWorker')).toEqual(['branchA11']);
  expect(await seen('twinWorker')).toEqual(['twin']);
  expect((await seen('countyWorker')).sort()).toEqual(
    [
      'countyA',
      'committeeA1',
      'committeeA2',
      'branchA11',
      'branchA12',
      'branchA21',
      'branchA22',
      'deletedBranch',
    ].sort(),
  );
  expect(await seen('admin')).toHaveLength(Object.keys(ORGS).length - 1);
});

test('rows say who did what where, changes as text, personal numbers never in clear', async () => {
  const branch = await t.as('branchWorker');
  await branch.post(LOGS, { pageNum: 'x' });
  await write('修改党员', 'branchA11', {
    type: 'member',
    id: '7',
    name: '王小一 420599198005170014',
    changes: {
      rank: ['21', '14'],
      phone: [null, '13912345678'],
      tags: [[1], { a: 1 }],
      remark: ['', '身份证42059919800517001X，见件'],
    },
    reason: '电话13912345678通知',
  });
  const { rows } = await branch.post(LOGS, { action: '修改党员' });
  expect(rows).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      accountId: null,
      accountName: '',
      roleName: '',
      orgName: '城关镇第一党支部',
      action: '修改党员',
      targetName: '王小一 420***********0014',
      outcome: 'done',
      reason: '电话139****5678通知',
      ip: '10.0.0.1',
      traceId: 't',
      way: '',
      device: '',
      changes: expect.arrayContaining([
        { field: 'rank', before: '21', after: '14' },
        { field: 'phone', before: '', after: '139****5678' },
        { field: 'tags', before: '[1]', after: '{"a":1}' },
        { field: '备注', before: '', after: '身份证420***********001X，见件' },
      ]),
    },
  ]);
});

test('a denial is there with its actor, role and organisation', async () => {
  const member = await t.as('member');
  expect(await member.post(LOGS, {})).toMatchObject({ code: 403, msg: '当前操作没有权限' });
  const { rows } = await (await t.as('branchWorker')).post(LOGS, { outcome: 'denied', accountName: '党' });
  expect(rows).toMatchObject([
    {
      accountName: '党元',
      roleName: '党员',
      orgName: '城关镇第一党支部',
      outcome: 'denied',
      reason: '当前操作没有权限',
    },
  ]);
});

test('filters by day; wrong days and pages beyond what is counted are refused', async () => {
  const worker = await t.as('cityWorker');
  await sql`insert into audit_log (at, action, endpoint, outcome, org_code)
    values ('2026-03-01T15:59:59Z', '旧', '', 'done', '0001'), ('2026-03-01T16:00:00Z', '旧', '', 'done', '0001')`.execute(
    t.db,
  );
  const total = async (body: object) => (await worker.post(LOGS, { action: '旧', ...body })).total;
  expect(await total({ startTime: '2026-03-01', endTime: '2026-03-01' })).toBe(1);
  expect(await total({ startTime: '2026-03-02', endTime: '2026-03-02' })).toBe(1);
  expect(await total({ startTime: '', endTime: '2026-02-28' })).toBe(0);
  expect((await worker.post(LOGS, { startTime: '2026-13-01' })).code).toBe(600);
  expect((await worker.post(`${LOGS}?pageNum=51&pageSize=20`, {})).data.fields).toHaveProperty('pageNum');
});

test('more than a thousand rows are not counted', async () => {
  await sql`insert into audit_log (action, endpoint, outcome, org_code)
    select '批量', '', 'done', '0001' from generate_series(1, 1500)`.execute(t.db);
  const worker = await t.as('cityWorker');
  const list = await worker.post(`${LOGS}?pageNum=5&pageSize=200`, { action: '批量' });
  expect(list).toMatchObject({ total: 1000, body: { capped: true } });
  expect(list.rows).toHaveLength(200);
  expect((await worker.post(LOGS, { action: '旧' })).body).toMatchObject({ capped: false });
});

test('the log cannot be rewritten', async () => {
  await expect(sql`update audit_log set action = 'x'`.execute(t.db)).rejects.toThrow('append only');
  await expect(sql`delete from audit_log`.execute(t.db)).rejects.toThrow('append only');
});
