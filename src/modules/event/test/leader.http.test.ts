import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLeaders } from '#modules/event/contract.leader.ts';
import { dualState, lectureState } from '#modules/event/rules.leader.ts';
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
}, 60_000);
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
      values (${branch.id}, ${branch.code}, 5, '党课', now() - interval '2 hours', now() - interval '1 hour', 3, ${memberId}) returning id`.execute(
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

test('what was not done is missing once the year is over', () => {
  const nothing = { isSecretary: true, lectures: 0, due: 3, present: 0 };
  expect([lectureState(nothing, false), lectureState(nothing, true)]).toEqual(['due', 'missing']);
  expect([dualState(nothing, false), dualState({ ...nothing, present: 1 }, true)]).toEqual(['due', 'ok']);
  expect(lectureState({ ...nothing, isSecretary: false }, true)).toBe('none');
});
