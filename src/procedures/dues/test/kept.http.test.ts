import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getChange } from '#people/org/contract.changes.ts';
import { carryOut, takeBack } from '#people/org/test/changeSupport.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { foldSums } from '#platform/server/sums/keptSums.ts';
import { listMonths, reopenMonth } from '#procedures/dues/contract.month.ts';
import { duesRate, totalDetail } from '#procedures/dues/contract.ts';
import { addMonths } from '#procedures/dues/rules.ts';
import { sheetOrgs } from '#procedures/dues/server/queries/papers.ts';
import { DUES_SUMS, MONTH_SUMS } from '#procedures/dues/server/queries/sums.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { monthsAmiss } from './monthSums.ts';

let t: TestApp;
let county: Caller;
let city: Caller;
let old: Caller;
let current: string;
let last: string;
const [A1, A2, A11, A12] = [ORGS.committeeA1, ORGS.committeeA2, ORGS.branchA11, ORGS.branchA12];

beforeAll(async () => {
  t = await startTestApp();
  [county, city, old] = [await t.as('countyWorker'), await t.as('cityWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{ month: string }>`
    select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month`.execute(t.db);
  current = rows[0]?.month ?? '';
  last = addMonths(current, -1);
  // Two branches of one committee and one of the other, each with other sums; last month is closed, this one open.
  for (const [at, org] of [A11, A12, ORGS.branchA21].entries())
    for (const month of [last, current]) {
      await sql`insert into dues_month (org_id, month, state) values (${org.id}, ${month}, ${month === last ? 2 : 1})`.execute(
        t.db,
      );
      await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
        select id, org_id, org_code, ${month}, 6, ${100 * 10 ** at} from member
         where org_id = ${org.id} and deleted_at is null order by id limit 2`.execute(t.db);
    }
});
afterAll(() => t.close());

const detail = async (who: Caller, org: { id: string }, from: string, until = from) => {
  const { rows } = (await who.call(totalDetail, { orgId: org.id, from, until })).result;
  return Object.fromEntries(rows.filter(({ due }) => due > 0).map(({ name, due }) => [name, due]));
};
const sumOf = (rows: Record<string, number>) => Object.values(rows).reduce((all, due) => all + due, 0);
const rates = async (who: Caller) =>
  Object.fromEntries((await who.call(duesRate, {})).result.map(({ month, due }) => [month, due]));
const moved = () => carryOut(county, { kind: 'move', orgId: A11.id, targetId: A2.id });

test('a branch moves between two committees: its closed months stay with the old one, open ones follow it', async () => {
  const [branch, other] = [A11.name, ORGS.branchA21.name];
  expect(await detail(county, A1, last)).toEqual({ [branch]: 200, [A12.name]: 2000 });
  const sheet = async (org: typeof A1 | typeof A2, code: string) => {
    const place = { id: org.id, code, name: org.name, type: org.type, parentId: null };
    const lines = await sheetOrgs(t.db, workerScope(code), place, Number(last.slice(0, 4)));
    return Object.fromEntries(lines.map(({ name, due }) => [name, Number(due)]));
  };
  const before = await rates(old);
  const change = await moved();

  // Once the changes wait, and once they are folded.
  for (const round of [0, 1]) {
    if (round === 1) for (const sums of [DUES_SUMS, MONTH_SUMS]) while ((await foldSums(t.db, sums)) > 0);
    expect(await monthsAmiss(t.db)).toEqual([]);
    expect(await detail(county, A1, last)).toEqual({ [branch]: 200, [A12.name]: 2000 });
    expect(await detail(county, A1, current)).toEqual({ [A12.name]: 2000 });
    expect(await detail(county, A2, last)).toEqual({ [other]: 20_000 });
    expect(await detail(county, A2, current)).toEqual({ [branch]: 200, [other]: 20_000 });
    expect(await detail(county, A1, last, current)).toEqual({ [branch]: 200, [A12.name]: 4000 });
    expect(await detail(county, ORGS.countyA, last)).toEqual({ [A1.name]: 2200, [A2.name]: 20_000 });
    expect(await detail(county, ORGS.countyA, current)).toEqual({ [A1.name]: 2000, [A2.name]: 20_200 });
    expect(sumOf(await detail(city, ORGS.city, last))).toBe(22_200);
  }
  expect((await rates(old))[last]).toBe(before[last]);
  expect((await rates(old))[current]).toBe((before[current] ?? 0) - 200);
  // The branch itself has its own months, whoever is above it.
  expect(await detail(county, A11, last)).toEqual({ [branch]: 200 });
  const gone = (await county.call(totalDetail, { orgId: A1.id, from: last, until: last })).result.rows;
  expect(gone.map(({ name, isGone }) => [name, isGone])).toEqual([
    [A12.name, false],
    [branch, true],
  ]);
  // The yearly sheet says the same as the sums of its closed months and of the open ones.
  const year = last.slice(0, 4) === current.slice(0, 4) ? current : last;
  expect(await sheet(A1, A1.code)).toEqual(await detail(county, A1, last, year));
  expect(await sheet(A2, A2.code)).toEqual(await detail(county, A2, last, year));
  const months = await old.call(listMonths, { month: last, pageSize: 100 });
  expect(months.rows.map(({ orgName }) => orgName)).toContain(branch);
  expect(
    (await old.call(listMonths, { month: current, pageSize: 100 })).rows.map(({ orgName }) => orgName),
  ).not.toContain(branch);

  await takeBack(county, (await county.call(getChange, { id: change.id })).result);
  expect(await monthsAmiss(t.db)).toEqual([]);
  expect(await detail(county, A1, last)).toEqual({ [branch]: 200, [A12.name]: 2000 });
  expect(await detail(county, A2, last)).toEqual({ [other]: 20_000 });
  expect(await detail(county, A1, current)).toEqual({ [branch]: 200, [A12.name]: 2000 });
});

test('the committee itself moves on with the branch it got: closed months are with those of their time, at every level', async () => {
  await moved();
  await carryOut(city, { kind: 'move', orgId: A2.id, targetId: ORGS.countyB.id });
  expect(await detail(city, ORGS.countyA, last)).toEqual({ [A1.name]: 2200, [A2.name]: 20_000 });
  expect(await detail(city, ORGS.countyB, last)).toEqual({});
  expect(await detail(city, ORGS.countyB, current)).toEqual({ [A2.name]: 20_200 });
  expect(await detail(city, ORGS.countyA, current)).toEqual({ [A1.name]: 2000 });
  expect(await detail(city, ORGS.city, last)).toEqual({ [ORGS.countyA.name]: 22_200 });
  expect(await detail(city, A2, last)).toEqual({ [ORGS.branchA21.name]: 20_000 });
});

test('a month that is reopened follows its branch; closed again it stays where it is', async () => {
  const row = (await city.call(listMonths, { orgId: A11.id, month: last })).rows[0];
  const opened = await city.call(reopenMonth, {
    orgId: A11.id,
    month: last,
    version: row?.version ?? 0,
    reason: '补记',
  });
  expect(opened.code, opened.text).toBe(200);
  expect(await detail(city, A1, last)).toEqual({ [A12.name]: 2000 });
  expect(await detail(city, A2, last)).toEqual({ [A11.name]: 200, [ORGS.branchA21.name]: 20_000 });
  expect(await detail(city, ORGS.city, last)).toEqual({ [ORGS.countyA.name]: 22_000, [ORGS.countyB.name]: 200 });
});
