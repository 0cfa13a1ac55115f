import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { FEEDBACK_DAYS } from '#service/volunteer/rules.feedback.ts';
import { MODULE } from '../todos.ts';

/** Days for which a quarter still takes entries of its own days after its end (`service_posting_day`). */
const OPEN_DAYS = 15;

/**
 * The first day of the last quarter that is closed and whose slips have not been drafted, claimed for the caller's transaction; null:
 * there is none, or somebody else drafts them.
 */
export async function claimQuarter(db: Db): Promise<string | null> {
  const { rows } = await sql<{ fromOn: string }>`
    insert into service_feedback_round (from_on)
    values ((date_trunc('quarter', ${dbToday} - ${OPEN_DAYS}::int) - interval '3 months')::date)
    on conflict do nothing returning from_on::text as "fromOn"`.execute(db);
  return rows[0]?.fromOn ?? null;
}

/** A report or pair `r` lived in the quarter `q`. */
const lived = sql`r.decided_on < q.till_on and (r.status = 1 or (r.status = 3 and r.ended_on >= q.from_on))`;

/**
 * Drafts the slips of the quarter that begins on a day, by place and unit, with their people; answers how many. The unit of a person is
 * the nearest organisation above that had reported to the place, else the own one. Members of the place itself are no unit's.
 * Minutes are the entries posted in the quarter, so that a slip says what the sums say.
 */
export async function draftSlips(db: Db, fromOn: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with q as (
      select ${fromOn}::date as from_on, (${fromOn}::date + interval '3 months')::date as till_on,
             (${fromOn}::date)::timestamp at time zone 'Asia/Shanghai' as from_at,
             (${fromOn}::date + interval '3 months') at time zone 'Asia/Shanghai' as till_at
    ), pairs as materialized (
      select distinct r.community_id as place_id, r.org_id as unit_id, r.org_code as unit_code from sbd_pair r, q where ${lived}
    ), reported as materialized (
      select distinct r.org_id as place_id, r.member_id from sbd_report r, q where ${lived}
    ), places as materialized (
      select o.id, o.code from organisation o
       where o.deleted_at is null and o.id in (select place_id from pairs union select place_id from reported)
    ), minutes as materialized (
      select a.org_id as place_id, e.member_id, sum(e.minutes)::int as minutes, count(distinct e.activity_id)::int as times,
             array_agg(distinct a.post) as posts
        from q join service_entry e on e.posted_on >= q.from_on and e.posted_on < q.till_on
        join service_activity a on a.id = e.activity_id join places p on p.id = a.org_id
       group by 1, 2 having sum(e.minutes) > 0
    ), absent as materialized (
      select a.org_id as place_id, s.member_id, count(*)::int as absences
        from q join service_activity a on a.starts_at >= q.from_at and a.starts_at < q.till_at join places p on p.id = a.org_id
        join service_signup s on s.activity_id = a.id and s.state = 5
       group by 1, 2
    ), needs as materialized (
      select n.org_id as place_id, n.taker_member_id as member_id, n.taker_org_id as unit_id, count(*)::int as needs, sum(n.stars)::int as stars
        from q join service_need n on n.state = 5 and n.ended_at >= q.from_at and n.ended_at < q.till_at join places p on p.id = n.org_id
       group by 1, 2, 3
    ), jobs as materialized (
      select r.org_id as place_id, r.member_id, array_agg(distinct j.post) as posts
        from q join sbd_job j on j.kind = 1 and j.from_on < q.till_on and coalesce(j.to_on, q.till_on) >= q.from_on
        join sbd_report r on r.id = j.report_id join places p on p.id = r.org_id
       group by 1, 2
    ), people as materialized (
      select x.place_id, x.member_id, coalesce(
               (select r.unit_id from pairs r where r.place_id = x.place_id and m.org_code >= r.unit_code and m.org_code < r.unit_code || ':'
                 order by length(r.unit_code) desc limit 1), m.org_id) as unit_id,
             coalesce(v.minutes, 0) as minutes, coalesce(v.times, 0) as times, coalesce(b.absences, 0) as absences,
             coalesce(n.needs, 0) as needs, coalesce(n.stars, 0) as stars, coalesce(v.posts, '{}') || coalesce(j.posts, '{}') as posts
        from (select place_id, member_id from reported union select place_id, member_id from minutes union select place_id, member_id from absent
              union select place_id, member_id from needs where member_id is not null) x
        join places p on p.id = x.place_id join member m on m.id = x.member_id and m.deleted_at is null
        left join minutes v on v.place_id = x.place_id and v.member_id = x.member_id
        left join absent b on b.place_id = x.place_id and b.member_id = x.member_id
        left join needs n on n.place_id = x.place_id and n.member_id = x.member_id
        left join jobs j on j.place_id = x.place_id and j.member_id = x.member_id
       where not (m.org_code >= p.code and m.org_code < p.code || ':')
    ), units as (
      select place_id, unit_id from people union select r.place_id, r.unit_id from pairs r
    ), sums as (
      select place_id, unit_id, count(*)::int as people, count(*) filter (where minutes > 0)::int as served, sum(minutes)::int as minutes,
             sum(times)::int as times, sum(absences)::int as absences, sum(needs)::int as needs, sum(stars)::int as stars
        from people group by 1, 2
    ), slips as (
      insert into service_feedback (org_id, org_code, unit_id, year, quarter, people, served, minutes, times, absences, needs, stars, posts, drafted_on)
      select p.id, p.code, u.unit_id, extract(year from q.from_on), extract(quarter from q.from_on), coalesce(s.people, 0), coalesce(s.served, 0),
             coalesce(s.minutes, 0), coalesce(s.times, 0), coalesce(s.absences, 0), coalesce(s.needs, 0) + coalesce(n.needs, 0),
             coalesce(s.stars, 0) + coalesce(n.stars, 0),
             coalesce((select array_agg(distinct post order by post) from people w, unnest(w.posts) as post
                        where w.place_id = u.place_id and w.unit_id = u.unit_id), '{}'), ${dbToday}
        from q cross join units u join places p on p.id = u.place_id join organisation h on h.id = u.unit_id and h.deleted_at is null
        left join sums s using (place_id, unit_id)
        left join needs n on n.place_id = u.place_id and n.unit_id = u.unit_id
      returning id, org_id, unit_id
    ), named as (
      insert into service_feedback_person (feedback_id, member_id, minutes, times, absences)
      select f.id, w.member_id, w.minutes, w.times, w.absences from slips f join people w on w.place_id = f.org_id and w.unit_id = f.unit_id
    )
    update service_feedback_round set slips = (select count(*)::int from slips) where from_on = ${fromOn}::date returning slips as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Keeps the places' to-dos in step: one for a place and quarter with slips that it has not signed. */
export const keepFeedbackTodos = (db: Db) =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: MODULE,
    act: '签收',
    kept: ['serviceFeedback'],
    wanted: sql`
      select f.org_id, o.code as org_code, '签收' || f.year || '年第' || f.quarter || '季度反馈单' as title, count(*) || '张' as detail,
             '/service/feedback?view=drafted&side=in&period=' || f.year || '-' || f.quarter as url,
             max(f.drafted_on) + ${FEEDBACK_DAYS}::int as due_on,
             'serviceFeedback:' || f.org_id || '-' || f.year || '-' || f.quarter as subject
        from service_feedback f join organisation o on o.id = f.org_id where f.state = 0 group by f.org_id, o.code, f.year, f.quarter`,
  });

/** Whether a place has signed all slips of a quarter. */
export async function signedAll(db: Db, orgId: string, period: string): Promise<boolean> {
  const [year, quarter] = period.split('-');
  const { rows } =
    await sql`select from service_feedback where org_id = ${orgId} and year = ${year}::int and quarter = ${quarter}::int
                               and state = 0 limit 1`.execute(db);
  return rows.length === 0;
}
