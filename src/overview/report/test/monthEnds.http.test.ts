import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { homeMembers, homeOrgs } from '#overview/home/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import { balanceFigures } from '#procedures/transfer/server/index.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { keepEndedMonths } from '../server/monthEnds.ts';
import { type MonthFact, monthEndsOf } from '../server/queries/monthEnds.ts';

let t: TestApp;
let today = '';
/** The first day of the running month; month ends are told by how many months lie between. */
let month = '';
const endOf = (ago: number) => addDays(addMonths(month, 1 - ago), -1);
/** Some day in the middle of a month. */
const middle = (ago: number) => addDays(addMonths(month, -ago), 14);

beforeAll(async () => {
  t = await startTestApp();
  today = await todayOf(t.db);
  month = `${today.slice(0, 7)}-01`;
  await sql`update member set created_at = '2020-01-01T00:00:00+08:00'`.execute(t.db);
  await sql`update organisation set created_at = '2020-01-01T00:00:00+08:00',
                   deleted_at = case when deleted_at is not null then '2020-02-01T00:00:00+08:00'::timestamptz end`.execute(
    t.db,
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate month_end, month_end_kept`.execute(t.db);
});

async function person(
  org: OrgKey,
  createdOn: string,
  { category = 1, status = 1, deletedOn = null as string | null } = {},
) {
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, created_at, deleted_at)
    values (${ORGS[org].id}, ${ORGS[org].code}, 999, '月末', '{}', 1, '01', ${category}, ${status}, ${`${createdOn}T08:00:00+08:00`},
            ${deletedOn && `${deletedOn}T08:00:00+08:00`}) returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}
const line = (id: string, org: OrgKey, sign: number, way: string, on: string, transfer: string | null = null) =>
  sql`
  insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, transfer_id)
  values (${id}, ${ORGS[org].id}, ${ORGS[org].code}, ${sign}, ${way}, ${on}, ${on}, ${transfer})`.execute(t.db);
const transferOf = async (id: string, from: OrgKey, to: OrgKey) => {
  const { rows } = await sql<{ id: string }>`
    insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status)
    values (${id}, 'withinBranchTree', ${ORGS[from].id}, ${ORGS[to].id}, 6) returning id`.execute(t.db);
  return rows[0]?.id ?? '';
};
async function recount() {
  const client = new pg.Client({ connectionString: t.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountOrgs(client);
  await recountMembers(client);
  await client.end();
}
async function series(org: OrgKey, fact: MonthFact) {
  const rows = await monthEndsOf(t.db, ORGS[org].code, 12);
  return new Map(rows.filter((row) => row.fact === fact).map(({ day, n }) => [day, n]));
}

test('members at each month end are those of the balance, for every organisation, whatever happened', async () => {
  const branches: OrgKey[] = ['branchA11', 'branchA12', 'branchA21', 'branchB11'];
  // Came, left, died, moved on, moved twice, was entered and deleted: each in another month and from another branch.
  for (let ago = 0; ago < 12; ago++) {
    const [here = 'branchA11', there = 'branchB11'] = [branches[ago % 4], branches[(ago + 1) % 4]];
    const came = await person(here, '2021-01-01');
    await line(came, here, 1, 'restored', middle(ago));
    const died = await person(here, '2021-01-01', { status: 4 });
    await line(died, here, -1, 'died', middle(ago));
    const moved = await person(there, middle(ago + 3));
    const transfer = await transferOf(moved, here, there);
    await line(moved, here, -1, 'transferredOut', middle(ago), transfer);
    await line(moved, there, 1, 'transferredIn', middle(ago), transfer);
    const arrived = await person(there, middle(ago));
    await line(arrived, there, 1, 'transferredIn', middle(ago));
    await person(here, middle(ago));
    await person(here, middle(ago + 2), { deletedOn: middle(ago) });
  }
  await recount();
  await keepEndedMonths(t.db, today);
  for (const [key, { code }] of Object.entries(ORGS)) {
    const kept = await series(key as OrgKey, 'members');
    expect(kept.size).toBe(12);
    for (let ago = 1; ago <= 12; ago++) {
      const day = endOf(ago);
      const { after } = await balanceFigures(t.db, workerScope(code), { from: day, to: day });
      expect(kept.get(day), `${key} ${day}`).toBe(after);
    }
  }
});

test('a step of 发展党员 takes from one stage and gives to the next; one of 补录 does on its own day', async () => {
  const before = new Map<string, number>();
  await recount();
  await keepEndedMonths(t.db, today);
  for (const fact of ['activists', 'targets', 'probationary'] as const)
    before.set(fact, (await series('branchA12', fact)).get(endOf(6)) ?? 0);
  const file = async (
    category: number,
    paperUntil: number,
    steps: readonly [no: number, ago: number][],
    entered = '2021-01-01',
  ) => {
    const id = await person('branchA12', entered, { category });
    const { rows } = await sql<{ id: string }>`
      insert into development_file (member_id, org_id, org_code, category, step, paper_until)
      values (${id}, ${ORGS.branchA12.id}, ${ORGS.branchA12.code}, ${category}, 4, ${paperUntil}) returning id`.execute(
      t.db,
    );
    for (const [no, ago] of steps)
      await sql`insert into development_step (file_id, no, state, handled_on, recorded_at)
                values (${rows[0]?.id}, ${no}, 'done', ${middle(ago)}, now())`.execute(t.db);
    return id;
  };
  await file(3, 0, [
    [3, 8],
    [8, 4],
  ]);
  await file(4, 3, [[3, 4]]);
  await file(4, 3, [[3, 4]], middle(2));
  const recruited = await file(2, 0, [[17, 4]]);
  await line(recruited, 'branchA12', 1, 'recruited', middle(4));
  await recount();
  await sql`truncate month_end, month_end_kept`.execute(t.db);
  await keepEndedMonths(t.db, today);
  // Of one whose record was entered after the step nothing is counted before.
  const applicants = await series('branchA12', 'applicants');
  expect(Math.min(...applicants.values())).toBeGreaterThanOrEqual(0);
  expect(applicants.get(endOf(3))).toBe(applicants.get(endOf(2)));
  const change = async (fact: 'activists' | 'targets' | 'probationary', ago: number) =>
    ((await series('branchA12', fact)).get(endOf(ago)) ?? 0) - (before.get(fact) ?? 0);
  // Before the fourth month the first was an activist, the second none yet, and the recruit a target.
  expect([await change('activists', 6), await change('activists', 3)]).toEqual([1, 1]);
  expect([await change('targets', 6), await change('targets', 3)]).toEqual([1, 1]);
  expect([await change('probationary', 6), await change('probationary', 3)]).toEqual([0, 1]);
  // Who came into a stage stands under the month in which they did, and nobody under the others.
  const came = await series('branchA12', 'toTargets');
  expect([came.get(endOf(5)), came.get(endOf(4)), came.get(endOf(3))]).toEqual([0, 1, 0]);
  expect((await series('countyA', 'toProbationary')).get(endOf(4))).toBeGreaterThanOrEqual(1);
});

test('each month is kept once when it has ended; what has no dated events only while it has just ended', async () => {
  await recount();
  // Whatever day it is: weeks after the month has ended.
  await keepEndedMonths(t.db, addDays(month, 14));
  expect((await series('city', 'floating')).size).toBe(0);
  const next = addMonths(month, 1);
  await keepEndedMonths(t.db, next);
  const { rows } = await sql<{ n: number }>`
    select sum(n)::int as n from member_counter where org_code = '0001' and fact = 'incomplete'`.execute(t.db);
  const kept = await sql<{ fact: string; n: number }>`
    select fact, n from month_end where org_code = '0001' and day = ${addDays(next, -1)} and fact = 'incomplete'`.execute(
    t.db,
  );
  expect(kept.rows).toEqual([{ fact: 'incomplete', n: rows[0]?.n ?? 0 }]);
  // A platform that stood still for weeks keeps what the events tell and leaves the rest open.
  const late = addDays(addMonths(month, 2), 20);
  await keepEndedMonths(t.db, late);
  const known = await sql<{ fact: string }>`
    select fact from month_end_kept where day = ${addDays(addMonths(month, 2), -1)} order by 1`.execute(t.db);
  expect(known.rows.map(({ fact }) => fact)).toEqual([
    'activists',
    'applicants',
    'members',
    'orgs',
    'probationary',
    'targets',
    'toActivists',
    'toMembers',
    'toProbationary',
    'toTargets',
  ]);
  // Nothing changed: no further row of the members.
  const again = await sql`select from month_end where day > ${addDays(next, -1)} and fact = 'members'`.execute(t.db);
  expect(again.rows).toEqual([]);
});

test('organisations that were founded or abolished count from their day on', async () => {
  await recount();
  await keepEndedMonths(t.db, today);
  const was = (await series('committeeA1', 'orgs')).get(endOf(5)) ?? 0;
  await sql`update organisation set created_at = ${`${middle(3)}T08:00:00+08:00`} where id = ${ORGS.branchA12.id}`.execute(
    t.db,
  );
  await sql`truncate month_end, month_end_kept`.execute(t.db);
  await keepEndedMonths(t.db, today);
  const orgs = await series('committeeA1', 'orgs');
  expect([orgs.get(endOf(5)), orgs.get(endOf(2))]).toEqual([was - 1, was]);
});

test('the home shows them beside the number, of the own organisation alone', async () => {
  await recount();
  await keepEndedMonths(t.db, today);
  const city = await t.as('cityWorker');
  const branch = await t.as('branchWorker');
  for (const [caller, org] of [
    [city, 'city'],
    [branch, 'branchA11'],
  ] as const) {
    const { figures } = (await caller.call(homeMembers, {})).result;
    const members = figures.find(({ key }: { key: string }) => key === 'members');
    const kept = await series(org, 'members');
    expect(members?.months).toEqual([...kept].map(([day, value]) => ({ day, value })));
    expect(members?.months).toHaveLength(12);
  }
  const { figures } = (await city.call(homeOrgs, {})).result;
  expect(figures[0]?.months).toHaveLength(12);
});
