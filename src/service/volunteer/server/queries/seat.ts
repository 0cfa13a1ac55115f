import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { ruleFor } from '#service/dualReport/server/index.ts';
import { OFFER_HOURS } from '#service/volunteer/rules.ts';
import { beijingMinute } from './activity.ts';

/** Whoever is offered a free seat, and until when. */
export interface Offer {
  memberId: string;
  until: string;
}

/**
 * Offers the free seats of a published activity that has not begun to those who wait, in their order. The activity is held by the
 * caller. A seat is kept for twelve hours, on the last day for two, never beyond the beginning.
 */
export async function offerSeats(db: Db, activityId: string): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    update service_signup s set updated_at = now(), version = s.version + 1,
           offered_until = least(a.starts_at, now() + make_interval(hours => case when a.starts_at - now() <= make_interval(hours => ${OFFER_HOURS.nearFrom})
                                                                              then ${OFFER_HOURS.near}::int else ${OFFER_HOURS.usual}::int end))
      from service_activity a
     where a.id = ${activityId} and a.state = 1 and a.starts_at > now() and a.deleted_at is null and s.activity_id = a.id
       and s.id in (select q.id from service_signup q where q.activity_id = ${activityId} and q.state = 3 and q.offered_until is null
                     order by q.queued_at, q.id limit (select greatest(0, b.quota - b.taken) from service_activity b where b.id = ${activityId}))
    returning s.member_id as "memberId", ${beijingMinute('s.offered_until')} as until`.execute(db);
  return rows;
}

/** Activities to come at which an offer has run out, or a seat is free and somebody waits. */
export async function activitiesToOffer(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from service_activity a
     where a.state = 1 and a.deleted_at is null and a.starts_at > now() and a.queued > 0 and a.taken < a.quota
     union
    select s.activity_id from service_signup s where s.offered_until <= now() order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds an activity; answers what of it notices say. */
export async function holdActivity(db: Db, id: string) {
  const { rows } = await sql<{
    id: string;
    orgId: string;
    title: string;
    startsAt: string;
    place: string;
    begun: boolean;
  }>`
    select a.id, a.org_id as "orgId", a.title, ${beijingMinute('a.starts_at')} as "startsAt", a.place, now() >= a.starts_at as begun
      from service_activity a where a.id = ${id} for no key update of a`.execute(db);
  return rows[0];
}

/** Ends the offers of an activity that have run out; answers whose they were. */
export async function endOffers(db: Db, activityId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update service_signup set state = 4, reason = '候补名额没有在时限内确认', updated_at = now(), updated_by = '系统', version = version + 1
     where activity_id = ${activityId} and state = 3 and offered_until <= now() returning member_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Asks, once, whoever has a seat at an activity of the next day and took it earlier; answers whom. */
export async function askComing(
  db: Db,
): Promise<{ memberId: string; activityId: string; title: string; orgId: string; startsAt: string; place: string }[]> {
  const { rows } = await sql<{
    memberId: string;
    activityId: string;
    title: string;
    orgId: string;
    startsAt: string;
    place: string;
  }>`
    update service_signup s set asked_at = now(), version = s.version + 1
      from service_activity a
     where a.id = s.activity_id and a.state = 1 and a.deleted_at is null and a.starts_at > now() and a.starts_at <= now() + interval '1 day'
       and s.state = 1 and s.asked_at is null and s.created_at < a.starts_at - interval '1 day'
    returning s.member_id as "memberId", a.id as "activityId", a.title, a.org_id as "orgId", ${beijingMinute('a.starts_at')} as "startsAt", a.place`.execute(
    db,
  );
  return rows;
}

/** Writes the answer of the day before. */
export const setComing = (db: Db, id: string, coming: 1 | 2, by: string) =>
  sql`update service_signup set coming = ${coming}, updated_at = now(), updated_by = ${by}, version = version + 1 where id = ${id}`.execute(
    db,
  );

/** Notes who had a seat at an activity that is over and did not come, and lets go of who still waits. Answers who was absent. */
export async function noteAbsences(db: Db, activityId: string, by: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update service_signup set state = case state when 1 then 5 else 4 end, reason = case state when 1 then '' else '活动已结束' end,
           updated_at = now(), updated_by = ${by}, version = version + 1
     where activity_id = ${activityId} and (state = 3 or (state = 1 and signed_at is null))
    returning case when state = 5 then member_id end as id`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** What the rules of a person's organisation say of absences: so many within so many months close signing up for so many days. */
export interface NoShowRule {
  times: number;
  months: number;
  days: number;
}

/** The rule of absences of each of some people, and the last day on which they cannot sign up; null: nothing stands against it. */
export async function noShowsOf(
  db: Db,
  memberIds: readonly string[],
): Promise<Map<string, NoShowRule & { until: string | null }>> {
  const { rows } = await sql<NoShowRule & { id: string; until: string | null }>`
    select m.id, u.no_show_times as times, u.no_show_months as months, u.no_show_days as days,
           (select max(t.absent_on + u.no_show_days::int)::text from service_signup t
             where t.member_id = m.id and t.state = 5 and t.absent_on + u.no_show_days::int >= ${dbToday}
               and (select count(*) from service_signup v
                     where v.member_id = t.member_id and v.state = 5 and v.absent_on <= t.absent_on
                       and v.absent_on > t.absent_on - make_interval(months => u.no_show_months)) >= u.no_show_times) as until
      from member m cross join lateral ${ruleFor(sql`m.org_code`)} u where m.id = any(${memberIds}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...rule }) => [id, rule]));
}

/** Writes an objection to an absence. */
export const setObjection = (db: Db, id: string, reason: string, by: string) =>
  sql`update service_signup set objection = ${reason}, objection_state = 1, objection_note = '', updated_at = now(), updated_by = ${by},
             version = version + 1 where id = ${id} and state = 5`.execute(db);

/** Decides an objection: what is granted is no absence, the place is given up. */
export const decideObjection = (db: Db, id: string, agree: boolean, note: string, by: string) =>
  sql`update service_signup set state = case when ${agree} then 4 else 5 end, reason = case when ${agree} then '申诉采纳，不计缺席' else reason end,
             objection_state = case when ${agree} then 2 else 3 end, objection_note = ${note}, updated_at = now(), updated_by = ${by},
             version = version + 1 where id = ${id} and state = 5 and objection_state = 1`.execute(db);
