import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acceptRectification,
  cockpit,
  cockpitRows,
  exportCockpit,
  freezeQuarter,
  listColours,
  openRectification,
  orgColour,
  reportRectification,
} from '#modules/fourColour/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
let branch: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
  for (const [key, nature] of [
    ['committeeA1', '6'],
    ['committeeA2', '5'],
    ['branchA11', '8'],
  ] as const)
    await sql`insert into unit (org_id, org_code, name, nature, name_grams)
      values (${ORGS[key].id}, ${ORGS[key].code}, ${ORGS[key].name}, ${nature}, '{}')`.execute(t.db);
}, 60_000);
afterAll(() => t.close());

test('towns and villages, streets and communities stand apart, with reasons; counts hold whatever is filtered', async () => {
  const village = (await county.call(listColours, { kind: 'village' })).body;
  expect(village.rows.map(({ orgId }: { orgId: string }) => orgId).sort()).toEqual(
    [ORGS.committeeA1.id, ORGS.branchA11.id].sort(),
  );
  for (const row of village.rows) expect(row.reasons).toHaveLength(row.openChecks);
  expect(village.isFrozen).toBe(false);
  const all = (await county.call(listColours, { kind: 'both', level: 4 })).body;
  expect(all.counts.reduce((sum: number, n: number) => sum + n, 0)).toBe(3);
  expect((await branch.call(listColours, {})).total).toBe(1);
});

test('a quarter is frozen once it is over, and once', async () => {
  expect((await county.call(freezeQuarter, { year: 2199, quarter: 4 })).code).toBe(400);
  const first = await county.call(freezeQuarter, { year: 2025, quarter: 1 });
  expect(first.code, first.text).toBe(200);
  expect(first.data.frozen).toBe(3);
  expect((await county.call(freezeQuarter, { year: 2025, quarter: 1 })).code).toBe(400);
  const seen = (await county.call(listColours, { year: 2025, quarter: 1 })).body;
  expect(seen).toMatchObject({ isFrozen: true, total: 3 });
});

test('a red organisation rectifies: opened from above, reported by itself, accepted by another', async () => {
  const good = await county.call(openRectification, {
    orgId: ORGS.countyA.id,
    problems: '试',
    person: '试',
    dueOn: '2099-01-01',
  });
  expect(good.code).toBe(400);
  await sql`insert into colour_quarter (org_id, org_code, kind, year, quarter, level, open_checks)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 'village', 2025, 4, 4, 12),
           (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 'village', 2026, 1, 4, 12)`.execute(t.db);
  const opened = await committee.call(openRectification, {
    orgId: ORGS.branchA11.id,
    problems: '组织生活缺开',
    person: '支书',
    dueOn: '2099-01-01',
  });
  expect(opened.code, opened.text).toBe(200);
  const { id } = opened.data;
  const seen = (await branch.call(orgColour, { orgId: ORGS.branchA11.id })).data;
  expect(seen.act).toContain('约谈');
  expect(seen.rectifications[0]).toMatchObject({ state: 0, can: { report: true, accept: false } });
  expect((await committee.call(reportRectification, { id, version: 1, report: '试' })).code).toBe(400);
  const reported = await branch.call(reportRectification, { id, version: 1, report: '已补开' });
  expect(reported.code, reported.text).toBe(200);
  expect((await branch.call(acceptRectification, { id, version: 2, agree: true })).code).toBe(400);
  expect((await committee.call(acceptRectification, { id, version: 2, agree: true })).code).toBe(200);
  const again = await committee.call(openRectification, {
    orgId: ORGS.branchA11.id,
    problems: '又缺开',
    person: '支书',
    dueOn: '2099-01-01',
  });
  expect(again.code).toBe(200);
  expect((await branch.call(orgColour, { orgId: ORGS.branchA11.id })).data.rectifications[0].isRelapse).toBe(true);
});

test('each number of the cockpit equals its list, at every level, and nothing is seen beyond the scope', async () => {
  for (const orgId of [ORGS.countyA.id, ORGS.committeeA1.id]) {
    const board = (await county.call(cockpit, { orgId })).data;
    expect(board.rows.length).toBeGreaterThan(0);
    for (const row of board.rows)
      for (const [at, { code }] of board.checks.entries()) {
        if ((row.counts[at] ?? 0) === 0) continue;
        const list = await county.call(cockpitRows, { orgId: row.orgId, code, pageSize: 200 });
        expect(list.total, `${row.name} ${code}`).toBe(row.counts[at]);
        expect(list.rows.length, `${row.name} ${code}`).toBe(Math.min(200, list.total));
      }
  }
  expect((await branch.call(cockpit, { orgId: ORGS.countyA.id })).code).toBe(404);
  expect((await county.call(exportCockpit, {})).status).toBe(200);
});
