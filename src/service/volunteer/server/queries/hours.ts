import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { HoursView } from '#service/volunteer/contract.hours.ts';
import { AUDIT_DAYS, type HoursState } from '#service/volunteer/rules.ts';
import { beijingMinute, dayOf } from './activity.ts';

/** The hours of an activity as they were put before whoever audits them. */
export interface HoursRecord {
  id: string;
  orgCode: string;
  orgName: string;
  title: string;
  startsAt: string;
  came: number;
  hours: number;
  state: HoursState;
  askedBy: string | null;
  askedName: string;
  askedOn: string | null;
  decidedOn: string | null;
  waits: number;
  isLate: boolean;
  /** The session's person is among those who came. */
  isMine: boolean;
}

const ASKED_ON = dayOf('a.hours_asked_at');
/** Hours of an activity `a` have waited too long. */
export const LATE_HOURS = sql<boolean>`(a.hours_state = 1 and ${dbToday} - ${ASKED_ON} > ${AUDIT_DAYS}::int)`;

export interface HoursFilter {
  view: HoursView | null;
  late: boolean;
  name: string;
}

const OF_VIEW: Readonly<Record<HoursView, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`a.hours_state = 1`,
  granted: sql<boolean>`a.hours_state = 2`,
  returned: sql<boolean>`a.hours_state = 3`,
};

const matching = (scope: Scope, filter: HoursFilter) => {
  const parts = [
    within(scope, 'a.org_code'),
    sql<boolean>`a.hours_state > 0 and a.deleted_at is null and ${scope.memberId === null}`,
  ];
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.late) parts.push(LATE_HOURS);
  if (filter.name) parts.push(textHolds(sql`a.title`, filter.name));
  return sql`service_activity a join organisation o on o.id = a.org_id where ${sql.join(parts, sql` and `)}`;
};

/** A page of reported hours: what waits longest first, then what was decided last. */
export async function pageOfHours(
  db: Db,
  scope: Scope,
  filter: HoursFilter,
  memberId: string | null,
  limit: number,
  offset: number,
) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<HoursRecord>`
      select a.id, a.org_code as "orgCode", o.name as "orgName", a.title, ${beijingMinute('a.starts_at')} as "startsAt", a.came, a.hours_state as state,
             coalesce((select round(sum(s.minutes) / 60.0, 2)::float8 from service_signup s where s.activity_id = a.id and s.hours_state in (1, 2)), 0) as hours,
             a.hours_asked_by as "askedBy", a.hours_asked_name as "askedName", ${ASKED_ON} as "askedOn", a.hours_decided_on as "decidedOn",
             ${dbToday} - ${ASKED_ON} as waits, ${LATE_HOURS} as "isLate",
             exists (select from service_signup s where s.activity_id = a.id and s.member_id = ${memberId} and s.signed_at is not null) as "isMine"
        from ${from}
       order by a.hours_state <> 1, case when a.hours_state = 1 then a.hours_asked_at end, a.hours_asked_at desc, a.id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters, and how many wait too long. */
export async function countHours(
  db: Db,
  scope: Scope,
  filter: HoursFilter,
): Promise<Record<HoursView | 'all' | 'late', number>> {
  const { rows } = await sql<Record<HoursView | 'all' | 'late', number>>`
    select count(*)::int as all, count(*) filter (where ${OF_VIEW.waiting})::int as waiting,
           count(*) filter (where ${OF_VIEW.granted})::int as granted, count(*) filter (where ${OF_VIEW.returned})::int as returned,
           count(*) filter (where ${LATE_HOURS})::int as late
      from ${matching(scope, { ...filter, view: null, late: false })}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0, granted: 0, returned: 0, late: 0 };
}

const MINUTE = sql`date_trunc('minute', greatest(s.signed_at, a.starts_at))`;
/** Presence within an activity, in whole minutes, no longer than the activity is worth. */
const PRESENCE_TO = sql`greatest(${MINUTE}, least(date_trunc('minute', least(coalesce(s.left_at, a.ends_at), a.ends_at)),
  ${MINUTE} + a.hours * interval '1 hour'))`;

/** Hours that each who came to an activity was there, by the places' ids. @param ids of the places; all of the activity without them */
export async function presentHours(
  db: Db,
  activityId: string,
  ids: readonly string[] | null = null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; hours: number }>`
    select s.id, round((extract(epoch from greatest(${PRESENCE_TO} - ${MINUTE}, coalesce(s.counted_to - s.counted_from, interval '0'))) / 3600)::numeric, 2)::float8 as hours
      from service_signup s join service_activity a on a.id = s.activity_id
     where s.activity_id = ${activityId} and s.signed_at is not null and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))`.execute(
    db,
  );
  return new Map(rows.map(({ id, hours }) => [id, hours]));
}

/** Everybody who came to an activity has the presence within it put forth, waiting; who did not come has none. */
export async function proposeHours(db: Db, activityId: string, by: string): Promise<void> {
  await sql`
    update service_signup s
       set counted_from = ${MINUTE}, counted_to = ${PRESENCE_TO}, hours_note = '', hours_state = case when s.signed_at is not null then 1 else 0 end,
           version = s.version + 1, updated_at = now(), updated_by = ${by}
      from service_activity a where a.id = s.activity_id and s.activity_id = ${activityId}`.execute(db);
}

/**
 * Recognises the intervals of an activity: those that were changed shortened as told, all others as they were reported. What they add to
 * a person's hours follows by `settle_service_hours`.
 */
export async function grantHours(
  db: Db,
  activityId: string,
  changed: readonly { id: string; hours: number; note: string }[],
  by: string,
): Promise<{ id: string; memberId: string }[]> {
  const { rows } = await sql<{ id: string; memberId: string }>`
    update service_signup s
       set counted_to = case when c.hours is null then s.counted_to else s.counted_from + c.hours * interval '1 hour' end,
           hours_note = coalesce(c.note, s.hours_note), version = s.version + 1, updated_at = now(), updated_by = ${by},
           hours_state = case when c.hours = 0 or s.counted_to = s.counted_from then 3 else 2 end
      from service_signup t
      left join unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ hours }) => hours)}::numeric[],
                       ${changed.map(({ note }) => note)}::text[]) as c(id, hours, note) on c.id = t.id
     where t.id = s.id and s.activity_id = ${activityId} and s.hours_state = 1
    returning s.id, s.member_id as "memberId"`.execute(db);
  return rows;
}

/** The places of people whose counted minutes have changed in this transaction. */
export async function resettled(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct signup_id as id from service_entry where member_id = any(${memberIds}::bigint[]) and created_at = now()`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Hours that were returned stand no more; who came stays. */
export const dropHours = (db: Db, activityId: string, by: string) =>
  sql`update service_signup set hours_state = 0, hours_note = '', version = version + 1, updated_at = now(), updated_by = ${by}
       where activity_id = ${activityId} and hours_state = 1`.execute(db);

/** Other hours of one person, from the beginning of the interval; answers the new version and what counts of them. */
export async function rewriteHours(db: Db, id: string, hours: number, note: string, by: string) {
  await sql`
    update service_signup set counted_to = counted_from + ${hours}::numeric * interval '1 hour', hours_state = case when ${hours}::numeric > 0 then 2 else 3 end,
           hours_note = ${note}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
  // What counts of it is settled after the statement.
  const { rows } = await sql<{ version: number; hours: number; overlap: string }>`
    select version, hours::float8 as hours, overlap from service_signup where id = ${id}`.execute(db);
  return rows[0] ?? { version: 0, hours: 0, overlap: '' };
}

/** What was posted of one place, the first first. */
export async function entriesOf(db: Db, signupId: string) {
  const { rows } = await sql<{
    kind: 1 | 2;
    minutes: number;
    postedOn: string;
    note: string;
    at: string;
    byName: string;
  }>`
    select kind, minutes, posted_on as "postedOn", note, ${beijingMinute('created_at')} as at, created_by as "byName"
      from service_entry where signup_id = ${signupId} order by id`.execute(db);
  return rows;
}

/** The recognised hours of some places, or of all, as the points count them: `id, memberId, orgId, orgCode, day, minutes, title, activityId`. */
export async function grantedFacts(db: Db, ids: readonly string[] | null) {
  const { rows } = await sql<{
    id: string;
    memberId: string;
    orgId: string;
    orgCode: string;
    day: string;
    minutes: number;
    title: string;
    activityId: string;
  }>`
    select s.id, s.member_id as "memberId", m.org_id as "orgId", m.org_code as "orgCode", ${dayOf('a.starts_at')} as day, s.minutes,
           a.title, a.id as "activityId"
      from service_signup s join service_activity a on a.id = s.activity_id join member m on m.id = s.member_id
     where s.hours_state = 2 and s.minutes > 0 and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[])) order by s.id`.execute(
    db,
  );
  return rows;
}
