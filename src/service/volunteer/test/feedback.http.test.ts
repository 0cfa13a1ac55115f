import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  exportFeedback,
  type FeedbackRow,
  feedbackPeople,
  getFeedback,
  listFeedback,
  printFeedback,
  signFeedback,
  signFeedbacks,
} from '../contract.feedback.ts';
import { claimQuarter, draftSlips } from '../server/queries/feedbackDraft.ts';
import { turnFeedback, verify } from '../server/service/feedback.ts';
import { makeCrowd, type One } from './crowd.ts';

/** The place lies in another county than the unit, whose committee has reported to it; the crowd is of a branch of the unit. */
const PLACE = ORGS.countyB;
let t: TestApp;
let place: Caller;
let unit: Caller;
let city: Caller;
let crowd: One[];
/** First day of the quarter that is closed. */
let first: string;
/** The unit whose slip it is: the nearest above that has reported. */
const UNIT = ORGS.countyA;

/** Somebody at an activity of the place that began so many days after the quarter's first; hours recognised, or absent. */
async function served(memberId: string, hoursAfter: number, kind: 'came' | 'absent', minutes = 60): Promise<void> {
  const at = sql`(${first}::date::timestamp at time zone 'Asia/Shanghai' + make_interval(hours => ${hoursAfter}::int))`;
  await sql`
    with a as (
      insert into service_activity (org_id, org_code, kind, state, title, post, place, starts_at, ends_at, closes_at, quota, hours, audience,
                                    content, contact, phone, secret, published_at)
      values (${PLACE.id}, ${PLACE.code}, 1, 3, '试', '4', '试', ${at}, ${at} + interval '2 hours', ${at}, 9, 2, 1, '试', '试', '13900000000',
              '\\x01', now()) returning id, starts_at, ends_at)
    insert into service_signup (activity_id, member_id, org_code, state, source, signed_at, way, left_at, left_way, counted_from, counted_to, hours_state)
    select a.id, ${memberId}, ${PLACE.code}, ${kind === 'came' ? 1 : 5}, 1,
           ${kind === 'came' ? sql`a.starts_at` : sql`null`}, ${kind === 'came' ? 'scan' : ''},
           ${kind === 'came' ? sql`a.ends_at` : sql`null`}, ${kind === 'came' ? 'scan' : ''},
           ${kind === 'came' ? sql`a.starts_at` : sql`null`},
           ${kind === 'came' ? sql`a.starts_at + make_interval(mins => ${minutes}::int)` : sql`null`}, ${kind === 'came' ? 2 : 0} from a`.execute(
    t.db,
  );
}

const todos = async (like: string) =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from todo where subject like ${`${like}%`} and done_at is null`.execute(t.db)
  ).rows[0]?.n;

beforeAll(async () => {
  t = await startTestApp();
  place = await t.as('otherCountyWorker');
  unit = await t.as('countyWorker');
  city = await t.as('cityWorker');
  crowd = await makeCrowd(t, 4);
  const { rows } = await sql<{ day: string }>`
    select (date_trunc('quarter', (now() at time zone 'Asia/Shanghai')::date - 15) - interval '3 months')::date::text as day`.execute(
    t.db,
  );
  first = rows[0]?.day ?? '';
  await sql`insert into sbd_pair (org_id, org_code, community_id, status, contact, phone, posts, offers, decided_on)
    values (${UNIT.id}, ${UNIT.code}, ${PLACE.id}, 1, '试', '13900000000', '{1}', '试', ${first}::date - 40)`.execute(
    t.db,
  );
  const report = (at: number, status: number, decided: number, ended: number | null) => sql`
    insert into sbd_report (member_id, org_id, org_code, status, residence, posts, times, source, decided_on, ended_on)
    values (${crowd[at]?.memberId}, ${PLACE.id}, ${PLACE.code}, ${status}, '试', '{1}', '{3}', 2, ${first}::date + ${decided}::int,
            ${ended === null ? sql`null` : sql`${first}::date + ${ended}::int`})`;
  await report(0, 1, -30, null).execute(t.db);
  // One who left on the quarter's first day is of it, one who left before it, or came after it, is not.
  await report(1, 3, -30, 0).execute(t.db);
  await report(2, 3, -30, -1).execute(t.db);
  await report(3, 1, 93, null).execute(t.db);
  const [one, two] = crowd;
  await served(one?.memberId ?? '', 0, 'came', 90);
  await served(one?.memberId ?? '', 24, 'came', 30);
  await served(two?.memberId ?? '', 48, 'absent');
  // Of the quarter before, and of the one after.
  await served(one?.memberId ?? '', -3, 'came', 60);
  await served(two?.memberId ?? '', 24 * 93, 'absent');
  // Entries are posted when they are made; here the quarter of the activity is the one that counts.
  await sql`alter table service_entry disable trigger service_entry_kept`.execute(t.db);
  await sql`update service_entry e set posted_on = (a.starts_at at time zone 'Asia/Shanghai')::date from service_activity a where a.id = e.activity_id`.execute(
    t.db,
  );
  await sql`alter table service_entry enable trigger service_entry_kept`.execute(t.db);
  await sql`insert into service_need (org_id, org_code, kind, source, state, title, content, post, place, by_on, follow_hash, taker_member_id,
                                      stars, stars_by, ended_at)
    values (${PLACE.id}, ${PLACE.code}, 2, 2, 5, '试', '试', '1', '试', ${first}, 'a', ${one?.memberId}, 4, 1, ${first}::date + interval '20 days'),
           (${PLACE.id}, ${PLACE.code}, 2, 2, 5, '试', '试', '1', '试', ${first}, 'b', null, 5, 1, ${first}::date + interval '20 days')`.execute(
    t.db,
  );
  await sql`update service_need set taker_org_id = ${UNIT.id} where follow_hash = 'b'`.execute(t.db);
});
afterAll(() => t.close());

let slip: FeedbackRow;

test('a closed quarter is drafted once, all or nothing, by place and unit; the sums are those of its people', async () => {
  // What fails on the way leaves nothing behind: the quarter can be drafted again.
  await expect(
    transact(t.db, async (tx) => {
      const from = await claimQuarter(tx);
      expect(from).toBe(first);
      expect(await draftSlips(tx, first)).toBe(1);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect((await city.call(listFeedback, { side: 'in' })).body.total).toBe(0);

  await Promise.all([turnFeedback(t.services), turnFeedback(t.services)]);
  await turnFeedback(t.services);
  const { rows, total } = (await place.call(listFeedback, { side: 'in' })).body;
  expect(total).toBe(1);
  slip = rows[0] as FeedbackRow;
  expect(slip).toMatchObject({
    unitName: expect.any(String),
    people: 2,
    served: 1,
    hours: 2,
    times: 2,
    absences: 1,
    needs: 2,
    stars: '4.5',
    stateName: '未签收',
    can: { sign: true, receive: false },
  });
  const people = (await place.call(feedbackPeople, { id: slip.id })).body;
  expect(people.total).toBe(slip.people);
  expect(
    people.rows.map((one: { name: string; hours: number; absences: number }) => [one.name, one.hours, one.absences]),
  ).toEqual([
    [crowd[0]?.name, 2, 0],
    [crowd[1]?.name, 0, 1],
  ]);
  expect(await todos('serviceFeedback:')).toBe(1);
});

test('both ends read a slip, nobody beside; the place signs, then the unit receives, and never the other way', async () => {
  const { id } = slip;
  for (const who of [place, unit, city]) expect((await who.call(getFeedback, { id })).data.people).toBe(2);
  for (const key of ['branchWorker', 'siblingWorker'] as const) {
    const beside = await t.as(key);
    for (const call of [getFeedback, feedbackPeople, printFeedback]) {
      expect((await beside.call(call, { id })).code).toBe(404);
    }
    expect((await beside.call(signFeedback, { id, status: 1 })).code).toBe(404);
  }
  expect((await unit.call(signFeedback, { id, status: 2 })).msg).toContain('社区签收以后');
  expect((await unit.call(signFeedback, { id, status: 1 })).msg).toContain('由社区签收');
  expect((await unit.call(signFeedbacks, { ids: [id] })).msg).toContain('由社区签收');
  expect((await place.call(signFeedbacks, { ids: [id, '99999999'] })).code).toBe(404);
  expect((await place.call(signFeedback, { id, status: 3 })).code).toBe(600);
  expect((await place.call(signFeedback, { id, status: 1, word: '服务扎实' })).code).toBe(200);
  expect(await todos('serviceFeedback:')).toBe(0);
  expect(await todos(`serviceReceipt:${id}`)).toBe(1);
  expect((await place.call(signFeedback, { id, status: 1 })).msg).toContain('已经签收');
  expect((await place.call(signFeedback, { id, status: 0 })).msg).toContain('不能退回');
  expect((await place.call(signFeedback, { id, status: 2 })).msg).toContain('由单位接收');
  expect((await unit.call(getFeedback, { id })).data).toMatchObject({ word: '服务扎实', can: { receive: true } });
  expect((await unit.call(signFeedback, { id, status: 2 })).code).toBe(200);
  expect(await todos('serviceReceipt:')).toBe(0);
  expect((await unit.call(signFeedback, { id, status: 2 })).msg).toContain('已经接收');
  expect((await place.call(listFeedback, { view: 'received' })).body.rows[0]).toMatchObject({
    id,
    stateName: '回执已收',
  });
});

test('a slip is printed and exported; a stranger reads its sums and nobody in it', async () => {
  expect((await unit.call(printFeedback, { id: slip.id })).status).toBe(200);
  expect((await unit.call(exportFeedback, {})).status).toBe(200);
  const ctx = houseContext(t.services, t.db, { id: ORGS.city.id, code: ORGS.city.code, name: '' }, wholeScope);
  const read = await verify(ctx, slip.id);
  expect(read).toMatchObject({ state: '回执已收', name: slip.unitName });
  expect(JSON.stringify(read)).not.toContain(crowd[0]?.name);
  expect(await verify(ctx, '999999')).toBeNull();
});
