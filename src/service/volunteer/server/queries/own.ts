import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { HoursState, Leaving, ObjectionState, SignupState } from '#service/volunteer/rules.ts';
import { ACTIVITY, type ActivityRecord, beijingMinute, FROM } from './activity.ts';

/** An activity as somebody meets it who may take part, with the own place at it. */
export interface OpenRecord extends ActivityRecord {
  mine: SignupState | null;
  myReason: string;
  signedAt: string | null;
  leftAt: string | null;
  leftWay: Leaving | null;
  overlap: string | null;
  myHours: number | null;
  myHoursState: HoursState;
  /** The place in the waiting list, from 1; null: not in it, or a seat is offered. */
  queuePlace: number | null;
  offeredUntil: string | null;
  /** Asked, a day before, whether they come. */
  isAsked: boolean;
  coming: 1 | 2 | null;
  objection: string;
  objectionState: ObjectionState;
  objectionNote: string;
}

/**
 * Codes of the organisations whose activities are open to a person although they are for their own alone: the own branch and those
 * above it, the communities to which the person has reported, and those to which an organisation above the person has, each with
 * the organisations above it.
 */
export async function openCodes(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with home as (select org_code as code from member where id = ${memberId} and deleted_at is null),
    above as (select left(h.code, cut) as code from home h, generate_series(4, length(h.code), 4) as cut),
    places as (
      select code from home
      union select r.org_code from sbd_report r where r.member_id = ${memberId} and r.status = 1
      union select c.code from above join organisation o on o.code = above.code join sbd_pair p on p.org_id = o.id and p.status = 1
              join organisation c on c.id = p.community_id)
    select distinct left(p.code, cut) as code from places p, generate_series(4, length(p.code), 4) as cut order by 1`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}

const OWN = sql`${ACTIVITY}, s.state as mine, coalesce(s.reason, '') as "myReason", ${beijingMinute('s.signed_at')} as "signedAt",
  ${beijingMinute('s.left_at')} as "leftAt", s.left_way as "leftWay", s.overlap,
  s.hours::float8 as "myHours", coalesce(s.hours_state, 0::smallint) as "myHoursState",
  case when s.state = 3 and s.offered_until is null then (
    select count(*)::int from service_signup q
     where q.activity_id = s.activity_id and q.state = 3 and q.offered_until is null and (q.queued_at, q.id) <= (s.queued_at, s.id)) end as "queuePlace",
  case when s.offered_until > now() then ${beijingMinute('s.offered_until')} end as "offeredUntil", s.asked_at is not null as "isAsked", s.coming,
  coalesce(s.objection, '') as objection, coalesce(s.objection_state, 0::smallint) as "objectionState",
  coalesce(s.objection_note, '') as "objectionNote"`;
const own = (memberId: string) =>
  sql`${FROM} left join service_signup s on s.activity_id = a.id and s.member_id = ${memberId}`;
/** Open to somebody by its audience; whoever has a place reads it whatever became of it. */
const open = (codes: readonly string[]) => sql<boolean>`(a.audience = 2 or a.org_code = any(${codes}::text[]))`;

/** A page of what somebody may sign up for, or has a place at: what comes first, the nearest of it; then what is over. */
export async function pageOfOpen(
  db: Db,
  memberId: string,
  codes: readonly string[],
  view: 'open' | 'mine',
  name: string,
  limit: number,
  offset: number,
) {
  const which =
    view === 'mine'
      ? sql`s.id is not null`
      : sql`a.state = 1 and a.starts_at > now() and (s.state is null or s.state in (2, 4)) and ${open(codes)}`;
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`a.title`, name)}`;
  const from = sql`${own(memberId)} where a.deleted_at is null and a.state <> 0 and ${which} ${named}`;
  const [page, total] = await Promise.all([
    sql<OpenRecord>`
      select ${OWN} from ${from}
       order by a.state <> 1 or a.ends_at < now(), case when a.state = 1 and a.ends_at >= now() then a.starts_at end, a.starts_at desc, a.id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A published activity that is open to somebody, or at which they have a place; `lock`: held until the transaction ends. */
export async function findOpen(
  db: Db,
  memberId: string,
  codes: readonly string[],
  id: string,
  lock = false,
): Promise<OpenRecord | undefined> {
  const { rows } = await sql<OpenRecord>`
    select ${OWN} from ${own(memberId)}
     where a.id = ${id} and a.deleted_at is null and a.state <> 0 and (s.id is not null or ${open(codes)})
     ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  return rows[0];
}

/** Hours of a person: recognised ever, in how many activities, and those that wait. */
export async function hoursOf(db: Db, memberId: string): Promise<{ hours: number; times: number; waiting: number }> {
  const { rows } = await sql<{ hours: number; times: number; waiting: number }>`
    select coalesce((select p.hours::float8 from service_person p where p.member_id = ${memberId}), 0) as hours,
           coalesce((select p.times from service_person p where p.member_id = ${memberId}), 0) as times,
           coalesce((select round(sum(s.minutes) / 60.0, 2)::float8 from service_signup s where s.member_id = ${memberId} and s.hours_state = 1), 0) as waiting`.execute(
    db,
  );
  return rows[0] ?? { hours: 0, times: 0, waiting: 0 };
}

/** Recognised hours of a person by the year in which they were posted, the newest first. */
export async function yearsOf(db: Db, memberId: string): Promise<{ year: number; hours: number; times: number }[]> {
  const { rows } = await sql<{ year: number; hours: number; times: number }>`
    select extract(year from e.posted_on)::int as year, round(sum(e.minutes) / 60.0, 2)::float8 as hours,
           count(distinct e.signup_id) filter (where s.hours_state = 2)::int as times
      from service_entry e left join service_signup s on s.id = e.signup_id and s.member_id = e.member_id
     where e.member_id = ${memberId} group by 1 having sum(e.minutes) <> 0 order by 1 desc`.execute(db);
  return rows;
}

/** The name and the branch of a person on the roll. */
export async function whoIs(db: Db, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string; onRoll: boolean }>`
    select id, name, org_code as "orgCode", membership_status = 1 as "onRoll" from member where id = ${memberId} and deleted_at is null`.execute(
    db,
  );
  return rows[0];
}
