import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFloats } from '#procedures/floating/contract.export.ts';
import { exportReport, flowReport, flowStatistics, listBelow } from '#procedures/floating/contract.numbers.ts';
import { listFloats } from '#procedures/floating/contract.ts';
import { reportLines } from '#procedures/floating/rules.report.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [county, committee] = [await t.as('countyWorker'), await t.as('committeeWorker')];
  await sql`delete from mobile_outflow`.execute(t.db);
  await sql`delete from mobile_inflow`.execute(t.db);
  const people = t.fixture.members;
  const out = (org: OrgKey, at: number, status: number, range: number, code: string | null, trade = 1) =>
    sql`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, region_code, reason, trade, started_on, source,
                                confirmed_on, ended_on)
    values (${people[org]?.[at]}, ${ORGS[org].id}, ${ORGS[org].code}, ${status}, ${range}, ${code ? '广东省深圳市' : '某国'}, ${code},
            1, ${trade}, '2020-01-01', 2, '2020-01-01', ${status === 4 ? '2021-01-01' : null})`.execute(t.db);
  await out('branchA11', 0, 2, 2, '440300');
  await out('branchA11', 1, 3, 2, '440000');
  await out('branchA12', 0, 2, 3, null);
  await out('branchA21', 0, 2, 2, '440300', 2);
  await out('branchA11', 0, 4, 2, '440300');
  await out('branchB11', 0, 2, 2, '110000');
  await sql`insert into mobile_inflow (member_id, org_id, org_code, status, name, reason, trade, started_on, region_code)
    values (${people.branchB11?.[0]}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 2, '试', 2, 11, '2020-01-01', '420500')`.execute(
    t.db,
  );
});
afterAll(() => t.close());

test('the organisations directly below, each with its subtree; their sum is the list; a branch stands alone', async () => {
  const top = (await county.call(listBelow, {})).body;
  const sum = (key: string) => top.rows.reduce((n: number, row: Record<string, number>) => n + (row[key] ?? 0), 0);
  const list = (await county.call(listFloats, {})).body;
  expect([sum('out'), sum('in'), sum('history'), sum('overdue')]).toEqual([4, 1, 1, 4]);
  expect(list).toMatchObject({ counts: { out: 4, in: 1, history: 1 }, overdue: 4 });
  const down = (await county.call(listBelow, { orgId: ORGS.committeeA1.id })).body;
  expect(down.rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: ORGS.branchA11.id, out: 2, in: 1, history: 1, isLeaf: true }),
    ]),
  );
  const alone = (await county.call(listBelow, { orgId: ORGS.branchA11.id })).body;
  expect(alone).toMatchObject({ total: 1, rows: [{ id: ORGS.branchA11.id, out: 2 }] });
  expect((await committee.call(listBelow, { orgId: ORGS.branchB11.id })).code).toBe(404);
  expect((await (await t.as('member')).call(listBelow, {})).code).toBe(403);
});

test('the report by province, trade and reason: what ran out is not in it, nor what is not of the scope', async () => {
  const { cells } = (await county.call(flowReport, { side: 'out' })).data;
  expect(reportLines(cells)).toMatchObject([
    { regionName: '广东省', tradeName: '制造业', n: 2, reasons: { 1: 2 } },
    { regionName: '广东省', tradeName: '建筑业', n: 1 },
    { regionName: '境外', n: 1 },
  ]);
  const into = (await committee.call(flowReport, { side: 'in' })).data;
  expect(reportLines(into.cells)).toMatchObject([
    { regionName: '湖北省', tradeName: '在校学习', reasons: { 2: 1 }, n: 1 },
  ]);
  expect((await committee.call(flowReport, { side: 'out', orgId: ORGS.branchB11.id })).code).toBe(404);
  expect((await county.call(flowReport, { side: 'up' } as never)).code).toBe(600);
});

test('the report as a workbook', async () => {
  const { data } = await committee.call(exportReport, { side: 'out', purpose: '季度汇总' });
  const lines = await exportedLines(t, data.jobId);
  expect(lines.find(([head]) => head === '流入地区')).toEqual(expect.arrayContaining(['从事行业', '务工经商', '合计']));
  expect(lines.find(([head]) => head === '广东省')).toEqual(['广东省', '制造业', '2', '0', '0', '0', '0', '0', '2']);
  expect((await committee.call(exportReport, { side: 'out', orgId: ORGS.branchB11.id, purpose: '试' })).code).toBe(404);
});

test('the list as a workbook: its rows by its filters, without numbers of people', async () => {
  for (const filter of [{}, { reason: 1 }, { overdue: '1' as const }]) {
    const listed = await committee.call(listFloats, { view: 'out', pageSize: 200, ...filter } as never);
    const { data } = await committee.call(exportFloats, { view: 'out', purpose: '季度汇总', ...filter } as never);
    const lines = await exportedLines(t, data.jobId);
    expect(lines.filter((line) => line.length > 5)).toHaveLength(listed.total + 1);
    expect(JSON.stringify(lines)).not.toMatch(/\d{17}[\dX]/);
  }
  expect((await committee.call(exportFloats, { orgId: ORGS.branchB11.id, purpose: '试' })).code).toBe(404);
});

test('statistics: figures are those of the list, places those of the report, months end today; a branch sees its own', async () => {
  const { data } = await county.call(flowStatistics, {});
  expect(data.figures).toMatchObject({
    out: 4,
    in: 1,
    waiting: 0,
    lost: 0,
    overdue: 4,
    history: 1,
    reached: 0,
    received: 1,
  });
  expect(data.places).toEqual([
    { code: '420500', out: 0, in: 1 },
    { code: '440000', out: 1, in: 0 },
    { code: '440300', out: 2, in: 0 },
    { code: 'abroad', out: 1, in: 0 },
  ]);
  expect(data.reasons).toEqual([{ code: 1, n: 4 }]);
  expect(data.trades).toEqual([
    { code: 1, n: 3 },
    { code: 2, n: 1 },
  ]);
  expect(data.months).toHaveLength(12);
  expect(data.months.at(-1)).toEqual({ month: data.today.slice(0, 7), went: 0, back: 0, came: 0 });
  const branch = await (await t.as('branchWorker')).call(flowStatistics, {});
  expect(branch.data.figures).toMatchObject({ out: 2, in: 1 });
  expect((await committee.call(flowStatistics, { orgId: ORGS.branchB11.id })).code).toBe(404);
  expect((await (await t.as('member')).call(flowStatistics, {})).code).toBe(403);
});
