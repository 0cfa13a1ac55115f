import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyMatrix, dutyYear, exemptDuty, listOwed } from '#life/orgLife/contract.duty.ts';
import { listLeaders } from '#life/orgLife/contract.leader.ts';
import { addTalk, listTalks } from '#life/orgLife/contract.life.ts';
import { dualState, lectureState } from '#life/orgLife/rules.leader.ts';
import { eventRuleChecks } from '#life/orgLife/server/ruleChecks.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let memberId = '';
let year = 0;

beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  memberId = t.fixture.members.branchA11?.[0] ?? '';
  year = Number((await sql<{ y: string }>`select extract(year from now())::text as y`.execute(t.db)).rows[0]?.y);
  await sql`update organisation set type = 30 where id = ${ORGS.committeeA1.id}`.execute(t.db);
  await sql`update org_term set is_current = false where org_id = ${ORGS.committeeA1.id}`.execute(t.db);
  await sql`with term as (
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, 9, '2024-01-01', 5, '2028-12-31') returning id)
    insert into org_post (term_id, org_id, member_id, name, post) select id, ${ORGS.committeeA1.id}, ${memberId}, '试', '书记' from term`.execute(
    t.db,
  );
});
afterAll(() => t.close());

const mine = async (more: object = {}) => {
  const answer = await committee.call(listLeaders, { year, ...more } as never);
  expect(answer.code, answer.text).toBe(200);
  return answer.rows.find((one: { id: string }) => one.id === `${ORGS.committeeA1.id}-${memberId}`);
};

test('a secretary owes a lecture a year, a leader the meetings of the own branch; what lacks is a list', async () => {
  expect(await mine()).toMatchObject({ lectures: 0, lectureState: 'due', dualState: 'due' });
  expect(await mine({ lacks: 'lecture' })).toBeDefined();
  expect(await mine({ lacks: 'dual' })).toBeDefined();
  const branch = ORGS.branchA11;
  const [{ id = '' } = {}] = (
    await sql<{ id: string }>`
      insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state, lecturer_id)
      values (${branch.id}, ${branch.code}, 5, '党课', now() - interval '2 seconds', now() - interval '1 second', 3, ${memberId}) returning id`.execute(
      t.db,
    )
  ).rows;
  await sql`with sheet as (insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
      values ('life', ${id}, ${branch.id}, ${branch.code}, 'x', now(), now()) returning id)
    insert into attendance_person (sheet_id, member_id, name, due, votes, state) select id, ${memberId}, '试', true, true, 1 from sheet`.execute(
    t.db,
  );
  expect(await mine()).toMatchObject({ lectures: 1, lectureState: 'ok', due: 1, present: 1, dualState: 'ok' });
  expect(await mine({ lacks: 'lecture' })).toBeUndefined();
  expect(await mine({ lacks: 'dual' })).toBeUndefined();
  expect((await (await t.as('siblingWorker')).call(listLeaders, { orgId: ORGS.committeeA1.id } as never)).code).toBe(
    404,
  );
});

/** The cell of the committee by type. */
const cell = async (type: number, of = year) => {
  const { rows } = await committee.call(listOwed, {
    orgId: ORGS.committeeA1.id,
    type,
    period: String(of),
    pageSize: 100,
  } as never);
  return rows.find((one: { orgId: string }) => one.orgId === ORGS.committeeA1.id);
};

test('what people owe stands in the list, the matrix and the year of their organisation; 免开 as of meetings', async () => {
  // The test before saw to it that both were done.
  expect(await cell(11)).toMatchObject({ required: 1, held: 1, state: 'ok', can: { add: false } });
  expect(await cell(13)).toMatchObject({ required: 1, held: 1, state: 'ok' });
  // What a year owed lacks once it is over: nothing was done in the one before.
  expect(await cell(11, year - 1)).toMatchObject({ required: 1, held: 0, state: 'missing' });
  expect(await cell(13, year - 1)).toMatchObject({ state: 'missing' });
  const matrix = (await committee.call(dutyMatrix, { type: 11, year: year - 1 } as never)).data;
  expect(matrix.rows[0]).toMatchObject({
    orgId: ORGS.committeeA1.id,
    isBranch: true,
    cells: [{ period: String(year - 1), missing: 1, total: 1 }],
  });
  expect(matrix.clause).toContain('每年至少讲1次党课');
  const { lines } = (await committee.call(dutyYear, { year } as never)).data;
  expect(lines.map(({ type }: { type: number }) => type)).toEqual(expect.arrayContaining([11, 13]));
  const county = await t.as('countyWorker');
  const of = { orgId: ORGS.committeeA1.id, type: 11, period: String(year - 1), reason: '书记病休' };
  expect((await committee.call(exemptDuty, of as never)).msg).toBe('免开由上级党组织决定');
  const waived = await county.call(exemptDuty, of as never);
  expect(waived.code, waived.text).toBe(200);
  expect(await cell(11, year - 1)).toMatchObject({ state: 'exempt' });
  expect(await mine({ year: year - 1 })).toMatchObject({ lectureState: 'exempt', dualState: 'missing' });
  expect(await mine({ year: year - 1, lacks: 'lecture' })).toBeUndefined();
});

test('owed from the first full year in office on, and not in the year in which it ended', async () => {
  const since = (day: string) =>
    sql`update org_term set elected_on = ${day} where org_id = ${ORGS.committeeA1.id} and is_current`.execute(t.db);
  await since(`${year}-01-01`);
  expect(await cell(11)).toMatchObject({ state: 'ok' });
  expect(await cell(11, year - 1)).toBeUndefined();
  await since(`${year}-01-02`);
  expect(await cell(11)).toBeUndefined();
  expect(await mine()).toMatchObject({ lectures: 1, lectureState: 'none', dualState: 'none' });
  await since('2024-01-01');
  // Another one was elected last June: the year of the change binds neither, this one the successor alone.
  const next = t.fixture.members.branchA11?.[1] ?? '';
  await sql`update org_term set is_current = false where org_id = ${ORGS.committeeA1.id}`.execute(t.db);
  await sql`
    with term as (
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, 10, ${`${year - 1}-06-01`}, 5, '2031-05-31') returning id)
    insert into org_post (term_id, org_id, member_id, name, post) select id, ${ORGS.committeeA1.id}, ${next}, '后', '书记' from term`.execute(
    t.db,
  );
  expect(await cell(11, year - 1)).toBeUndefined();
  expect(await cell(13)).toMatchObject({ required: 1, held: 0 });
  expect(await mine()).toBeUndefined();
});

test('talks of a branch: the cell counts exactly the lines that lack', async () => {
  const branch = ORGS.branchA11;
  const worker = await t.as('branchWorker');
  await sql`update organisation set founded_on = '2001-07-01' where id = ${branch.id}`.execute(t.db);
  await sql`update member set joined_branch_on = '2020-01-01' where org_id = ${branch.id}`.execute(t.db);
  const talks = async () => {
    const { data } = await worker.call(listTalks, { year } as never);
    const { rows } = await worker.call(listOwed, { type: 12, period: String(year) } as never);
    return {
      lacks: data.pairs.length + data.withoutLeader.length + data.withoutMember.length,
      one: rows[0],
      people: data.people as { id: string; leads: boolean }[],
      later: data.later,
    };
  };
  const before = await talks();
  expect(before.one.required).toBeGreaterThan(0);
  expect(before.one.required - before.one.held).toBe(before.lacks);
  const members = before.people.filter(({ leads }) => !leads).map(({ id }) => id);
  const add = (fromId: string, toId: string) =>
    worker.call(addTalk, { orgId: branch.id, fromId, toId, heldOn: `${year}-01-01`, matter: '' } as never);
  for (const [at, id] of members.entries()) await add(id, members[(at + 1) % members.length] as string);
  const after = await talks();
  expect(after.one.held).toBeGreaterThan(before.one.held);
  expect(after.one.required - after.one.held).toBe(after.lacks);
  // Whoever came after the year began owes from the next one on; the day of its beginning still counts.
  await sql`update member set joined_branch_on = ${`${year}-01-02`} where id = ${members[0]}`.execute(t.db);
  const moved = await talks();
  expect(moved.later).toBe(1);
  expect(moved.one.required).toBeLessThan(after.one.required);
  expect(moved.one.required - moved.one.held).toBe(moved.lacks);
  await sql`update member set joined_branch_on = ${`${year}-01-01`} where id = ${members[0]}`.execute(t.db);
  expect((await talks()).one.required).toBe(after.one.required);
});

test('what the last year lacked is a rule of its own, as long as its list', async () => {
  const [home, list] = [
    await committee.call(listOwed, { period: String(year - 1), state: 'missing', pageSize: 100 } as never),
    eventRuleChecks.checks.find(({ code }) => code === 'lifeYearly'),
  ];
  expect(list?.href).toContain('period=last');
  const ctx = {
    db: t.db,
    services: t.services,
    scope: { from: ORGS.committeeA1.code, to: `${ORGS.committeeA1.code}:`, memberId: null },
  } as Ctx;
  const counted = await eventRuleChecks.count(ctx);
  expect(counted.lifeYearly).toBe(home.total);
  const { length } = await eventRuleChecks.rows(ctx, 'lifeYearly', { pageNum: 1, pageSize: 500 });
  expect(length).toBe(counted.lifeYearly);
});

test('what was not done is missing once the year is over, and nothing is owed where the organisation does not', () => {
  const nothing = {
    id: '1',
    since: '2025-01-01',
    until: null,
    secretary: { since: '2025-01-01', until: null },
    lectures: 0,
    due: 3,
    present: 0,
  };
  const at = (of: number, today: string) => ({ year: of, today, isOwed: true, exempt: false });
  expect([lectureState(nothing, at(2026, '2026-12-31')), lectureState(nothing, at(2026, '2027-01-01'))]).toEqual([
    'due',
    'missing',
  ]);
  expect(lectureState({ ...nothing, lectures: 1 }, at(2026, '2027-01-01'))).toBe('ok');
  expect([
    dualState(nothing, at(2026, '2026-06-01')),
    dualState({ ...nothing, present: 1 }, at(2026, '2027-01-01')),
  ]).toEqual(['due', 'ok']);
  expect(lectureState({ ...nothing, secretary: null }, at(2026, '2027-01-01'))).toBe('none');
  expect(lectureState(nothing, { ...at(2026, '2027-01-01'), isOwed: false })).toBe('none');
  expect(lectureState(nothing, { ...at(2026, '2027-01-01'), exempt: true })).toBe('exempt');
  // First and last day of a year in office.
  expect(dualState({ ...nothing, since: '2026-01-02' }, at(2026, '2027-01-01'))).toBe('none');
  expect(dualState({ ...nothing, until: '2026-12-31' }, at(2026, '2027-01-01'))).toBe('none');
  expect(dualState({ ...nothing, until: '2027-01-01' }, at(2026, '2027-01-01'))).toBe('missing');
});

test('the matrix of a meeting equals the cells of its list, whatever way they are counted', async () => {
  const county = await t.as('countyWorker');
  for (const type of [1, 2, 3, 4, 5, 6]) {
    const { rows } = (await county.call(dutyMatrix, { type } as never)).data;
    for (const row of rows as {
      orgId: string;
      cells: { period: string; total: number; ok: number; missing: number }[];
    }[]) {
      for (const { period, total, ok, missing } of row.cells.filter((one) => one.total > 0)) {
        const list = await county.call(listOwed, { orgId: row.orgId, type, period, pageSize: 100 } as never);
        const of = (state: string) => list.rows.filter((one: { state: string }) => one.state === state).length;
        expect([period, total, ok, missing]).toEqual([period, list.total, of('ok'), of('missing')]);
      }
    }
  }
});
