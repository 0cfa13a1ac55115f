import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askHand,
  colourHands,
  decideHand,
  getScheme,
  saveScheme,
  withdrawHand,
} from '#assessment/fourColour/contract.hand.ts';
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
} from '#assessment/fourColour/contract.ts';
import { PRESETS } from '#assessment/fourColour/rules.scheme.ts';
import { firstFreezeDay } from '#assessment/fourColour/rules.ts';
import { BY_ITSELF, freezeDueQuarters, quarterBefore } from '#assessment/fourColour/server/freezeDue.ts';
import { pdf, upload } from '#kernel/files/test/factory.ts';
import { awardDoubts } from '#people/org/contract.records.ts';
import { addDays, addMonths, beijingDay } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The two quarters that are over and may be frozen (from the fifth day on): a level by hand is asked for within a year. */
const last = quarterBefore(addDays(beijingDay(), -10));
const earlier = quarterBefore(addMonths(addDays(beijingDay(), -10), -3));

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
});
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
  expect((await county.call(freezeQuarter, { year: 2100, quarter: 4 })).code).toBe(400);
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
  const todos = () =>
    sql<{ subject: string; orgId: string }>`
      select subject, org_id as "orgId" from todo where subject like 'colour%:' || ${id}::text and done_at is null`
      .execute(t.db)
      .then(({ rows }) => rows);
  expect(await todos()).toEqual([{ subject: `colourAccept:${id}`, orgId: ORGS.committeeA1.id }]);
  expect((await committee.call(acceptRectification, { id, version: 2, agree: true })).code).toBe(200);
  expect(await todos()).toEqual([]);
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
    for (const [at, { code, total }] of board.checks.entries()) {
      expect(
        board.rows.reduce((n: number, row: { counts: number[] }) => n + (row.counts[at] ?? 0), 0),
        code,
      ).toBe(total);
      expect((await county.call(cockpitRows, { orgId, code })).total, code).toBe(total);
    }
    // A committee owes what its leaders owe: no row below it has that.
    expect(board.rows.filter((row: { isOwn: boolean }) => row.isOwn)).toMatchObject([{ orgId, isLeaf: true }]);
    for (const row of board.rows.filter((one: { isOwn: boolean }) => !one.isOwn))
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

test('a level by hand: one step, with a paper, confirmed from above, withdrawn; a freeze keeps both levels', async () => {
  const orgId = ORGS.branchA11.id;
  const file = (await upload(t, committee, '定级材料.pdf', pdf(2000))).data.id;
  const row = (await committee.call(listColours, earlier)).rows.find((one) => one.orgId === orgId);
  const computed = row?.computed ?? 0;
  expect(row?.can.hand).toBe(true);
  const better = computed === 1 ? 2 : computed - 1;
  const ask = (more: object) =>
    committee.call(askHand, {
      orgId,
      ...earlier,
      level: better,
      reason: '主题教育整改到位',
      files: [file],
      ...more,
    });
  expect((await ask({ level: computed > 2 ? computed - 2 : computed + 2 })).data).toMatchObject({
    fields: { level: '人工定级最多调整一级' },
  });
  expect((await ask({ files: [] })).data).toMatchObject({ fields: { files: '请上传材料' } });
  const asked = await ask({});
  expect(asked.code, asked.text).toBe(200);
  expect((await ask({})).text).toContain('已有人工定级');
  const id = asked.data.id;
  expect((await committee.call(decideHand, { id, version: 1, agree: true })).code).toBe(400);
  expect((await branch.call(decideHand, { id, version: 1, agree: true })).code).toBe(400);
  expect((await county.call(decideHand, { id, version: 1, agree: false })).data).toMatchObject({
    fields: { opinion: '请输入不同意的原因' },
  });
  // Not yet confirmed: it changes nothing.
  const level = async () => (await county.call(listColours, earlier)).rows.find((one) => one.orgId === orgId)?.level;
  expect(await level()).toBe(computed);
  expect((await county.call(decideHand, { id, version: 1, agree: true })).code).toBe(200);
  expect(await level()).toBe(better);
  const [one] = (await committee.call(colourHands, { orgId })).data;
  expect(one).toMatchObject({ stateName: '已确认', computed, level: better, can: { withdraw: true } });
  expect(one?.files).toHaveLength(1);
  expect((await county.call(freezeQuarter, earlier)).code).toBe(200);
  const kept = (await county.call(listColours, earlier)).rows.find((each) => each.orgId === orgId);
  expect(kept).toMatchObject({ level: better, computed });
  expect((await committee.call(withdrawHand, { id, version: 2 })).text).toContain('冻结前');
  expect((await ask({})).code).toBe(400);
});

test('of many who confirm and freeze at once one wins, and what was frozen is what was confirmed', async () => {
  const orgId = ORGS.branchA11.id;
  const file = (await upload(t, committee, '定级材料.pdf', pdf(2000))).data.id;
  const before = (await county.call(listColours, last)).rows.find((one) => one.orgId === orgId);
  const level = (before?.computed ?? 1) === 1 ? 2 : (before?.computed ?? 1) - 1;
  const asked = await committee.call(askHand, { orgId, ...last, level, reason: '试', files: [file] });
  expect(asked.code, asked.text).toBe(200);
  const all = await Promise.all([
    ...Array.from({ length: 5 }, () => county.call(decideHand, { id: asked.data.id, version: 1, agree: true })),
    ...Array.from({ length: 3 }, () => county.call(freezeQuarter, last)),
  ]);
  const decided = all.slice(0, 5).filter(({ code }) => code === 200).length;
  expect(decided).toBeLessThanOrEqual(1);
  expect(all.slice(5).filter(({ code }) => code === 200)).toHaveLength(1);
  const kept = (await county.call(listColours, last)).rows.find((one) => one.orgId === orgId);
  expect(kept?.level).toBe(decided === 1 ? level : before?.computed);
});

test('how levels are drawn is the nearest organisation’s; numbers stay; two of one shape are refused', async () => {
  const looks = PRESETS.redBest.looks.map((one) => ({ ...one }));
  const alike = looks.map((one) => ({ ...one, sign: '■' as const }));
  expect((await county.call(saveScheme, { version: 0, looks: alike })).code).toBe(600);
  expect((await county.call(saveScheme, { version: 0, looks })).code).toBe(200);
  expect((await county.call(saveScheme, { version: 0, looks })).text).toContain('已有变化');
  expect((await branch.call(getScheme, {})).data).toMatchObject({ orgName: ORGS.countyA.name, version: 0 });
  const seen = (await branch.call(listColours, { year: 2025, quarter: 1 })).body;
  expect(seen.scheme[0]).toMatchObject({ label: '红', name: '先进', letter: 'A' });
  expect(
    (await county.call(saveScheme, { version: 1, looks: PRESETS.house.looks.map((one) => ({ ...one })) })).code,
  ).toBe(200);
});

test('other natures of main units count as city or village where an organisation above says so', async () => {
  const looks = PRESETS.house.looks.map((one) => ({ ...one }));
  const other = { id: ORGS.branchA12.id, code: ORGS.branchA12.code };
  await sql`update unit set deleted_at = now() where org_id = ${other.id}`.execute(t.db);
  await sql`insert into unit (org_id, org_code, name, nature, name_grams) values (${other.id}, ${other.code}, '园区', '2', '{}')`.execute(
    t.db,
  );
  const listed = async (kind: 'city' | 'village') =>
    (await county.call(listColours, { kind, pageSize: 200 })).rows.some(({ orgId }) => orgId === other.id);
  expect([await listed('city'), await listed('village')]).toEqual([false, false]);
  const { version } = (await county.call(getScheme, {})).data;
  const save = (more: { city?: string[]; village?: string[] }, at: number) =>
    county.call(saveScheme, { version: at, looks, ...more });
  expect((await save({ city: ['5'] }, version)).body).toMatchObject({ data: { fields: { city: expect.any(String) } } });
  expect((await save({ city: ['2'], village: ['2'] }, version)).code).toBe(600);
  expect((await save({ city: ['没有'] }, version)).code).toBe(600);
  expect((await save({ village: ['2'] }, version)).code).toBe(200);
  expect([await listed('city'), await listed('village')]).toEqual([false, true]);
  expect((await county.call(getScheme, {})).data.village).toEqual(['2']);
  // What a county counts, others do not.
  expect((await branch.call(getScheme, {})).data.village).toEqual([]);
  expect((await save({}, version + 1)).code).toBe(200);
  expect(await listed('village')).toBe(false);
});

test('a running quarter that is worse than the last says on which day it turns and what keeps it', async () => {
  const orgId = ORGS.branchA11.id;
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const [year, quarter] = [Number(today.slice(0, 4)), Math.ceil(Number(today.slice(5, 7)) / 3)];
  await sql`delete from colour_quarter where org_id = ${orgId} and (year, quarter) >= (${year}, ${quarter})`.execute(
    t.db,
  );
  const now = (await county.call(listColours, {})).rows.find((one) => one.orgId === orgId);
  const put = (level: number) =>
    sql`insert into colour_quarter (org_id, org_code, kind, year, quarter, level, open_checks)
      values (${orgId}, ${ORGS.branchA11.code}, 'village', ${quarter === 1 ? year - 1 : year}, ${quarter === 1 ? 4 : quarter - 1}, ${level}, 0)
      on conflict (org_id, year, quarter) do update set level = ${level}`.execute(t.db);
  await put(now?.level ?? 1);
  const same = (await county.call(listColours, {})).rows.find((one) => one.orgId === orgId);
  expect(same?.forecast).toBeNull();
  if ((now?.level ?? 1) > 1) {
    await put(1);
    const worse = (await county.call(listColours, {})).rows.find((one) => one.orgId === orgId);
    expect(worse?.forecast).toMatchObject({ from: 1, to: now?.level, fix: Math.max(0, (now?.openChecks ?? 0) - 2) });
  }
});

test('whoever enters an award reads of three red quarters running, and not of two', async () => {
  const orgId = ORGS.committeeA2.id;
  const red = (quarter: number) =>
    sql`insert into colour_quarter (org_id, org_code, kind, year, quarter, level, open_checks)
      values (${orgId}, ${ORGS.committeeA2.code}, 'city', 2190, ${quarter}, 4, 12)`.execute(t.db);
  await red(1);
  await red(2);
  expect((await county.call(awardDoubts, { orgId })).data).toEqual([]);
  await red(3);
  expect((await county.call(awardDoubts, { orgId })).data[0]).toContain('连续3个季度');
  expect((await branch.call(awardDoubts, { orgId })).code).toBe(404);
});

test('a county that freezes its own places leaves those of others running', async () => {
  const city = await t.as('cityWorker');
  await sql`insert into unit (org_id, org_code, name, nature, name_grams)
    values (${ORGS.committeeB1.id}, ${ORGS.committeeB1.code}, '乙县城关镇', '6', '{}')`.execute(t.db);
  const asked = { year: 2025, quarter: 2 };
  expect((await county.call(freezeQuarter, asked)).data).toEqual({ frozen: 3 });
  expect((await county.call(listColours, asked)).body).toMatchObject({ isFrozen: true, canFreeze: false });
  const seen = (await city.call(listColours, asked)).body;
  expect(seen).toMatchObject({ isFrozen: false, canFreeze: true, frozenOn: null, total: 4 });
  const states = seen.rows.map((row: { orgId: string; isFrozen: boolean }) => [row.orgId, row.isFrozen]);
  expect(states).toContainEqual([ORGS.committeeB1.id, false]);
  expect(states).toContainEqual([ORGS.branchA11.id, true]);
  expect((await city.call(freezeQuarter, asked)).data).toEqual({ frozen: 1 });
  expect((await city.call(listColours, asked)).body).toMatchObject({ isFrozen: true, total: 4 });
  expect((await city.call(freezeQuarter, asked)).code).toBe(400);
  expect((await (await t.as('otherCountyWorker')).call(freezeQuarter, asked)).code).toBe(400);
});

test('before the fifth day after a quarter the city is asked to look; on it the quarter is frozen by itself, once', async () => {
  const city = await t.as('cityWorker');
  const [year, quarter] = [2027, 1];
  expect(quarterBefore('2027-04-02')).toEqual({ year, quarter });
  const asked = async () =>
    (await sql`select from todo where subject = ${`colourFreeze:${year}-${quarter}`} and done_at is null`.execute(t.db))
      .rows.length;
  for (let hour = 0; hour < 2; hour++) await freezeDueQuarters(t.services, '2027-04-02');
  expect(await asked()).toBe(1);
  expect((await city.call(listColours, { year, quarter })).body).toMatchObject({ isFrozen: false, frozenOn: null });
  const now = (await city.call(listColours, { year, quarter })).rows.map(({ orgId, level }) => [orgId, level]);
  for (let hour = 0; hour < 2; hour++) await freezeDueQuarters(t.services, firstFreezeDay(year, quarter));
  expect(await asked()).toBe(0);
  const { rows } = await sql<{ frozen_by: string; n: number }>`
    select frozen_by, count(*)::int as n from colour_quarter where year = ${year} and quarter = ${quarter} group by 1`.execute(
    t.db,
  );
  expect(rows).toEqual([{ frozen_by: BY_ITSELF, n: 4 }]);
  const kept = (await city.call(listColours, { year, quarter })).body;
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  // The day whose checks it was frozen with is kept, whatever day it should have been.
  expect(kept).toMatchObject({ isFrozen: true, frozenOn: today, freezeOn: '2027-04-05' });
  // What the house finds by itself is what a worker of the city sees.
  expect(kept.rows.map(({ orgId, level }: { orgId: string; level: number }) => [orgId, level])).toEqual(now);
});
