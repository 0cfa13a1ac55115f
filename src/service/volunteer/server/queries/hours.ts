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
             coalesce((select sum(s.hours)::float8 from service_signup s where s.activity_id = a.id and s.hours_state in (1, 2)), 0) as hours,
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

/**
 * Hours that the clock leaves to a person's place `s` at an activity `a`, by the half hour: what it lasts, and where it crosses others
 * at which the person has hours, what all of them last together less those hours. Nobody serves twice in one hour.
 */
const FREE_HOURS = sql<number>`
  (select ceil(greatest(0, least(extract(epoch from a.ends_at - a.starts_at),
            (select sum(extract(epoch from upper(piece) - lower(piece)))
               from unnest(coalesce(crossed.spans, '{}') + tstzmultirange(tstzrange(a.starts_at, a.ends_at))) as piece)
            - crossed.given * 3600)) / 1800) / 2
     from (select range_agg(tstzrange(o.starts_at, o.ends_at)) as spans, coalesce(sum(t.hours), 0) as given
             from service_signup t join service_activity o on o.id = t.activity_id
            where t.member_id = s.member_id and t.activity_id <> s.activity_id and t.hours_state in (1, 2) and t.hours > 0
              and tstzrange(o.starts_at, o.ends_at) && tstzrange(a.starts_at, a.ends_at)) as crossed)`;

/** Hours that each who came to an activity can have at the most, by the places' ids. @param ids of the places; all of the activity without them */
export async function freeHours(
  db: Db,
  activityId: string,
  ids: readonly string[] | null = null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; free: number }>`
    select s.id, (${FREE_HOURS})::float8 as free from service_signup s join service_activity a on a.id = s.activity_id
     where s.activity_id = ${activityId} and s.signed_at is not null and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))`.execute(
    db,
  );
  return new Map(rows.map(({ id, free }) => [id, free]));
}

/** Everybody who came to an activity gets its hours, as far as the clock leaves them, waiting; who did not come has none. */
export async function proposeHours(db: Db, activityId: string, by: string): Promise<void> {
  // Two activities that end at once do not count the same hour of one person.
  await sql`
    select from service_signup t where t.member_id in (select member_id from service_signup where activity_id = ${activityId})
     order by t.id for no key update`.execute(db);
  await sql`
    update service_signup s set hours = case when s.signed_at is not null then least(a.hours, ${FREE_HOURS}) end,
           hours_state = case when s.signed_at is not null then 1 else 0 end,
           hours_note = case when s.signed_at is not null and ${FREE_HOURS} < a.hours then '按实际时长，同一时段不重复计算' else '' end, version = s.version + 1, updated_at = now(),
           updated_by = ${by}
      from service_activity a where a.id = s.activity_id and s.activity_id = ${activityId}`.execute(db);
}

/** What the hours of an activity became: those that were changed as told, all others as they were reported. */
export async function grantHours(
  db: Db,
  activityId: string,
  changed: readonly { id: string; hours: number; note: string }[],
  by: string,
): Promise<{ id: string; memberId: string; hours: number }[]> {
  const { rows } = await sql<{ id: string; memberId: string; hours: number }>`
    update service_signup s
       set hours = coalesce(c.hours, s.hours), hours_note = coalesce(c.note, ''), version = s.version + 1, updated_at = now(), updated_by = ${by},
           hours_state = case when coalesce(c.hours, s.hours) > 0 then 2 else 3 end
      from service_signup t
      left join unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ hours }) => hours)}::numeric[],
                       ${changed.map(({ note }) => note)}::text[]) as c(id, hours, note) on c.id = t.id
     where t.id = s.id and s.activity_id = ${activityId} and s.hours_state = 1
    returning s.id, s.member_id as "memberId", s.hours::float8 as hours`.execute(db);
  return rows;
}

/** Hours that were returned stand no more; who came stays. */
export const dropHours = (db: Db, activityId: string, by: string) =>
  sql`update service_signup set hours = null, hours_state = 0, hours_note = '', version = version + 1, updated_at = now(), updated_by = ${by}
       where activity_id = ${activityId} and hours_state = 1`.execute(db);

/** Other hours of one person; answers the new version. */
export async function rewriteHours(db: Db, id: string, hours: number, note: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update service_signup set hours = ${hours}, hours_state = case when ${hours}::numeric > 0 then 2 else 3 end, hours_note = ${note},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The recognised hours of some places, or of all, as the points count them: `id, memberId, orgId, orgCode, day, hours, title, activityId`. */
export async function grantedFacts(db: Db, ids: readonly string[] | null) {
  const { rows } = await sql<{
    id: string;
    memberId: string;
    orgId: string;
    orgCode: string;
    day: string;
    hours: number;
    title: string;
    activityId: string;
  }>`
    select s.id, s.member_id as "memberId", m.org_id as "orgId", m.org_code as "orgCode", ${dayOf('a.starts_at')} as day, s.hours::float8 as hours,
           a.title, a.id as "activityId"
      from service_signup s join service_activity a on a.id = s.activity_id join member m on m.id = s.member_id
     where s.hours_state = 2 and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[])) order by s.id`.execute(db);
  return rows;
}
