import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { activityCount, exportCount } from '../contract.people.ts';
import { printOwnProof, printProof } from '../contract.proof.ts';
import { listSigned } from '../contract.signup.ts';
import { listActivities } from '../contract.ts';
import { verify } from '../server/service/proof.ts';

let t: TestApp;
let city: Caller;
let year: number;
let who: string;

/** An activity of a moment with somebody there for an hour, recognised. */
async function served(at: string, state: number, memberId: string): Promise<void> {
  await sql`
    with a as (
      insert into service_activity (org_id, org_code, kind, state, title, post, place, starts_at, ends_at, closes_at, quota, hours, audience,
                                    content, contact, phone, secret, published_at)
      values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, ${state}, '试', '1', '试', ${at}::timestamptz, ${at}::timestamptz + interval '1 hour',
              ${at}::timestamptz, 9, 1, 1, '试', '试', '13900000000', '\\x01', now()) returning id, starts_at, ends_at)
    insert into service_signup (activity_id, member_id, org_code, state, source, signed_at, way, left_at, left_way, counted_from, counted_to, hours_state)
    select a.id, ${memberId}, ${ORGS.branchA11.code}, 1, 1, a.starts_at, 'scan', a.ends_at, 'scan', a.starts_at, a.ends_at, 2 from a`.execute(
    t.db,
  );
}

beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  year = Number((await todayOf(t.db)).slice(0, 4));
  who = t.fixture.members.branchA11?.[0] ?? '';
});
afterAll(() => t.close());

test('each number of the statistics equals the list that it opens: years, quarters, and their edges', async () => {
  await served(`${year - 1}-01-01 00:00+08`, 3, who);
  await served(`${year - 1}-03-31 23:30+08`, 3, who);
  await served(`${year - 1}-04-01 00:00+08`, 3, who);
  await served(`${year - 1}-12-31 23:30+08`, 1, who);
  await served(`${year - 2}-12-31 23:30+08`, 3, who);
  // One that was cancelled counts nowhere.
  await served(`${year - 1}-02-01 09:00+08`, 4, who);
  for (const [caller, expected] of [
    [city, [4, 2, 1, 0, 1]],
    [await t.as('branchWorker'), [4, 2, 1, 0, 1]],
    [await t.as('otherCountyWorker'), [0, 0, 0, 0, 0]],
  ] as const) {
    for (const [at, quarter] of ['', '1', '2', '3', '4'].entries()) {
      const { data } = await caller.call(activityCount, {
        year: year - 1,
        ...(quarter ? { quarter: Number(quarter) } : {}),
      });
      expect(data.total.activities).toBe(expected[at]);
      expect(data.total.came).toBe(expected[at]);
      const of = { period: data.period };
      expect((await caller.call(listActivities, of)).body.total).toBe(data.total.activities);
      expect((await caller.call(listSigned, of)).body.total).toBe(data.total.came);
      for (const row of data.below) {
        expect((await caller.call(listActivities, { ...of, orgId: row.id })).body.total).toBe(row.activities);
      }
      for (const { post, activities } of data.posts) {
        expect((await caller.call(listActivities, { ...of, post })).body.total).toBe(activities);
      }
    }
  }
  expect((await city.call(activityCount, { quarter: 5 })).code).toBe(600);
  expect((await city.call(listActivities, { period: '2026-5' })).code).toBe(600);
  expect((await city.call(exportCount, { year: year - 1 })).status).toBe(200);
});

test('a proof holds while no fewer hours are recognised; a stranger reads the name masked', async () => {
  const branch = await t.as('branchWorker');
  expect((await branch.call(printProof, { id: who, kind: 1 })).status).toBe(200);
  expect((await branch.call(printProof, { id: who, kind: 2 })).status).toBe(200);
  expect((await (await t.as('otherCountyWorker')).call(printProof, { id: who, kind: 1 })).code).toBe(404);
  expect((await (await t.as('member')).call(printProof, { id: who, kind: 1 })).code).toBe(403);
  expect((await (await t.as('member')).call(printOwnProof, { kind: 2 })).status).toBe(200);
  const nobody = t.fixture.members.branchA11?.[2] ?? '';
  expect((await branch.call(printProof, { id: nobody, kind: 1 })).msg).toContain('还没有认定的时长');

  const { rows } = await sql<{ id: string; minutes: number }>`
    select id, minutes from service_proof where member_id = ${who} and kind = 1 order by id desc limit 1`.execute(t.db);
  const [proof] = rows;
  // Six hours, of which two activities around midnight share half an hour twice.
  expect(proof?.minutes).toBe(300);
  const ctx = houseContext(t.services, t.db, { id: ORGS.city.id, code: ORGS.city.code, name: '' }, wholeScope);
  const before = await verify(ctx, proof?.id ?? '');
  expect(before).toMatchObject({ state: '有效', tone: 'good', facts: [['服务时长', '5小时']] });
  expect(before?.name).toMatch(/\*|＊|某/);
  await sql`update service_signup set hours_state = 3 where member_id = ${who}
             and activity_id = (select min(activity_id) from service_signup where member_id = ${who} and hours_state = 2)`.execute(
    t.db,
  );
  expect(await verify(ctx, proof?.id ?? '')).toMatchObject({
    state: '已作废',
    facts: [
      ['服务时长', '5小时'],
      ['现在认定', '4.5小时'],
    ],
  });
  expect(await verify(ctx, '999999')).toBeNull();
});
