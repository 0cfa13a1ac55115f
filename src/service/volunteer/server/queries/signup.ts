import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { SignupView } from '#service/volunteer/contract.signup.ts';
import type { HoursState, Leaving, ObjectionState, SignupState, Way } from '#service/volunteer/rules.ts';
import { beijingMinute, countedIn, dayOf, PHASE } from './activity.ts';
import { volunteersOf } from './groups.ts';

/** Somebody at an activity, with the branch of now. */
export interface SignupRecord {
  id: string;
  activityId: string;
  orgId: string;
  title: string;
  orgCode: string;
  orgName: string;
  phase: string;
  startsAt: string;
  endsAt: string;
  activityHours: number;
  memberId: string;
  name: string;
  phone: string;
  homeName: string;
  /** The account that the person signs in with; null: none. */
  accountId: string | null;
  state: SignupState;
  source: 1 | 2;
  reason: string;
  askedOn: string;
  signedAt: string | null;
  way: Way;
  late: boolean;
  leftAt: string | null;
  leftWay: Leaving;
  offeredUntil: string | null;
  isAsked: boolean;
  coming: 1 | 2 | null;
  objection: string;
  objectionState: ObjectionState;
  objectionNote: string;
  hours: number | null;
  hoursState: HoursState;
  hoursNote: string;
  /** What was cut because other hours of the person cover it, in words. */
  overlap: string;
  hoursDecidedOn: string | null;
  hoursDecidedName: string;
  /** The hours of the whole activity. */
  batchState: HoursState;
  version: number;
}

const SIGNUP = sql`s.id, s.activity_id as "activityId", a.org_id as "orgId", a.title, s.org_code as "orgCode", o.name as "orgName", ${PHASE} as phase,
  ${beijingMinute('a.starts_at')} as "startsAt", ${beijingMinute('a.ends_at')} as "endsAt", a.hours::float8 as "activityHours", s.member_id as "memberId",
  m.name, coalesce(m.phone_mask, '') as phone, h.name as "homeName",
  (select c.id from account c where c.member_id = s.member_id and c.enabled limit 1) as "accountId", s.state, s.source, s.reason,
  ${dayOf('s.created_at')} as "askedOn", ${beijingMinute('s.signed_at')} as "signedAt", s.way, s.late, ${beijingMinute('s.left_at')} as "leftAt",
  s.left_way as "leftWay", ${beijingMinute('s.offered_until')} as "offeredUntil", s.asked_at is not null as "isAsked", s.coming, s.objection,
  s.objection_state as "objectionState", s.objection_note as "objectionNote", s.hours::float8 as hours, s.overlap,
  s.hours_state as "hoursState", s.hours_note as "hoursNote", a.hours_decided_on as "hoursDecidedOn",
  a.hours_decided_name as "hoursDecidedName", a.hours_state as "batchState", s.version`;
const FROM = sql`service_signup s join service_activity a on a.id = s.activity_id join organisation o on o.id = a.org_id
  join member m on m.id = s.member_id join organisation h on h.id = m.org_id`;

/** Those of activities of a scope that are not deleted; nobody without office reads lists of others. */
const seen = (scope: Scope) =>
  sql<boolean>`(${within(scope, 's.org_code')} and ${scope.memberId === null} and m.deleted_at is null)`;

export interface SignupFilter {
  view: SignupView | null;
  activityId: string | null;
  name: string;
}

const OF_VIEW: Readonly<Record<SignupView, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`s.state = 0`,
  accepted: sql<boolean>`s.state = 1`,
  refused: sql<boolean>`s.state = 2`,
  queued: sql<boolean>`s.state = 3`,
  silent: sql<boolean>`(s.state = 1 and s.asked_at is not null and s.coming is null and s.signed_at is null)`,
  absent: sql<boolean>`s.state = 5`,
  cancelled: sql<boolean>`s.state = 4`,
};

const matching = (scope: Scope, filter: SignupFilter) => {
  const parts = [seen(scope)];
  if (filter.activityId !== null) parts.push(sql`s.activity_id = ${filter.activityId}`);
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of those who signed up: who waits longest first, then who came last. */
export async function pageOfSignups(db: Db, scope: Scope, filter: SignupFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<SignupRecord>`
      select ${SIGNUP} from ${from} order by s.state <> 0, case when s.state = 0 then s.id end, s.objection_state <> 1, s.queued_at, s.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters. */
export async function countSignups(
  db: Db,
  scope: Scope,
  filter: SignupFilter,
): Promise<Record<SignupView | 'all', number>> {
  const counted = Object.entries(OF_VIEW).map(
    ([view, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<SignupView | 'all', number>>`
    select count(*)::int as all, ${sql.join(counted)} from ${matching(scope, { ...filter, view: null })}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0, accepted: 0, silent: 0, queued: 0, refused: 0, absent: 0, cancelled: 0 };
}

/** Those of the scope with these ids, held, in the order of the ids. */
export async function lockSignups(db: Db, scope: Scope, ids: readonly string[]): Promise<SignupRecord[]> {
  const { rows } = await sql<SignupRecord>`
    select ${SIGNUP} from ${FROM} where s.id = any(${ids}::bigint[]) and ${seen(scope)} order by s.id for no key update of s`.execute(
    db,
  );
  return rows;
}

/** One of the scope. */
export async function findSignup(db: Db, scope: Scope, id: string): Promise<SignupRecord | undefined> {
  const { rows } = await sql<SignupRecord>`select ${SIGNUP} from ${FROM} where s.id = ${id} and ${seen(scope)}`.execute(
    db,
  );
  return rows[0];
}

/** Everybody at an activity whose place holds or who waits for one, in the order of the branches; `came`: those who signed in alone. */
export async function listPlaceHolders(db: Db, activityId: string, came = false): Promise<SignupRecord[]> {
  const { rows } = await sql<SignupRecord>`
    select ${SIGNUP} from ${FROM}
     where s.activity_id = ${activityId} and m.deleted_at is null and ${came ? sql`s.signed_at is not null` : sql`s.state in (0, 1, 3)`}
     order by m.org_code, m.name, s.id`.execute(db);
  return rows;
}

/** The place of a person at an activity, held. */
export async function placeOf(db: Db, activityId: string, memberId: string): Promise<SignupRecord | undefined> {
  const { rows } = await sql<SignupRecord>`
    select ${SIGNUP} from ${FROM} where s.activity_id = ${activityId} and s.member_id = ${memberId} for no key update of s`.execute(
    db,
  );
  return rows[0];
}

/** Gives people places at an activity; who had one and gave it up, or was refused, has it again. Answers how many are new. */
export async function givePlaces(
  db: Db,
  activity: { id: string; orgCode: string },
  memberIds: readonly string[],
  of: { state: 0 | 1 | 3; source: 1 | 2; by: string },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    insert into service_signup (activity_id, org_code, member_id, state, source, created_by, updated_by)
    select ${activity.id}, ${activity.orgCode}, m.id, ${of.state}, ${of.source}, ${of.by}, ${of.by}
      from unnest(${memberIds}::bigint[]) as m(id)
    on conflict (activity_id, member_id) do update set state = excluded.state, source = excluded.source, reason = '',
           created_at = now(), asked_at = null, coming = null, updated_at = now(), updated_by = excluded.updated_by, version = service_signup.version + 1
     where service_signup.state in (2, 4) or (service_signup.state = 3 and excluded.state <> 3) returning member_id as "memberId"`.execute(
    db,
  );
  return rows.map(({ memberId }) => memberId);
}

/** Writes the state of some places. */
export const setState = (db: Db, ids: readonly string[], state: SignupState, reason: string, by: string) =>
  sql`update service_signup set state = ${state}, reason = ${reason}, updated_at = now(), updated_by = ${by}, version = version + 1
       where id = any(${ids}::bigint[])`.execute(db);

/** Signs people in by the code, each once. */
export const setCame = (db: Db, ids: readonly string[], by: string) =>
  sql`update service_signup s set signed_at = now(), way = 'scan', late = now() > a.starts_at, updated_at = now(), updated_by = ${by},
             version = s.version + 1
        from service_activity a
       where a.id = s.activity_id and s.id = any(${ids}::bigint[]) and s.signed_at is null and s.state = 1`.execute(db);

/** Signs somebody out by the code. */
export const setLeft = (db: Db, id: string, by: string) =>
  sql`update service_signup set left_at = now(), left_way = 'scan', updated_at = now(), updated_by = ${by}, version = version + 1
       where id = ${id} and signed_at is not null and left_way in ('', 'closed')`.execute(db);

/** A moment as people write it, `YYYY-MM-DD HH:mm` in Beijing, or none. */
const moment = (text: string | null) => sql`(${text}::timestamp at time zone 'Asia/Shanghai')`;

/**
 * Writes presence for which the organiser vouches. Whoever was not signed in is, at the moment said or, where none is, now; after the
 * activity is over, from its beginning. What is not said of somebody who was, stays.
 */
export const vouch = (
  db: Db,
  ids: readonly string[],
  { inAt, outAt }: { inAt: string | null; outAt: string | null },
  by: string,
) =>
  sql`update service_signup s
         set state = 1, objection_state = case when s.objection_state = 1 then 2 else s.objection_state end, signed_at = p.came, way = case when s.signed_at is null or ${inAt}::text is not null then 'proxy' else s.way end,
             late = p.came > a.starts_at, left_at = p.gone,
             left_way = case when ${outAt}::text is not null then 'proxy' when p.gone is null then '' else s.left_way end,
             updated_at = now(), updated_by = ${by}, version = s.version + 1
        from service_signup t join service_activity a on a.id = t.activity_id, lateral (
          select coalesce(${moment(inAt)}, t.signed_at, case when now() < a.ends_at then now() else a.starts_at end) as came,
                 coalesce(${moment(outAt)}, t.left_at) as gone) p
       where t.id = s.id and s.id = any(${ids}::bigint[]) and s.state in (1, 5)`.execute(db);

/** Notes that people did not come after all; of an activity that is over it is an absence. */
export const setAbsent = (db: Db, ids: readonly string[], by: string) =>
  sql`update service_signup set signed_at = null, way = '', late = false, left_at = null, left_way = '', updated_at = now(), updated_by = ${by},
             version = version + 1,
             state = case when exists (select from service_activity a where a.id = activity_id and a.state = 3) then 5 else 1 end
       where id = any(${ids}::bigint[]) and signed_at is not null`.execute(db);

/**
 * Takes the end of an activity for the leaving of whoever never signed out, to be looked at (待核). Answers whose it was.
 * @param activityId one activity; null: all published ones that are over
 */
export async function closePresence(
  db: Db,
  activityId: string | null,
): Promise<{ memberId: string; activityId: string; title: string; orgId: string }[]> {
  const { rows } = await sql<{ memberId: string; activityId: string; title: string; orgId: string }>`
    update service_signup s set left_at = greatest(a.ends_at, s.signed_at), left_way = 'closed', updated_at = now(), version = s.version + 1
      from service_activity a
     where a.id = s.activity_id and s.signed_at is not null and s.left_at is null and s.hours_state = 0 and a.deleted_at is null
       and ${activityId === null ? sql`a.state = 1 and a.ends_at <= now()` : sql`a.id = ${activityId}`}
    returning s.member_id as "memberId", a.id as "activityId", a.title, a.org_id as "orgId"`.execute(db);
  return rows;
}

/** A seat that is at the same hours as an activity. */
export interface Clash {
  memberId: string;
  name: string;
  title: string;
}

/**
 * Other activities to come at which people have a seat while this one goes on. Holds the people until the transaction ends, so that
 * nobody takes two seats at once.
 */
export async function clashes(db: Db, activity: { id: string }, memberIds: readonly string[]): Promise<Clash[]> {
  await sql`select pg_advisory_xact_lock(1200, (id % 2147483647)::int) from (select unnest(${memberIds}::bigint[]) as id order by 1) p`.execute(
    db,
  );
  const { rows } = await sql<Clash>`
    select distinct on (s.member_id) s.member_id as "memberId", m.name, o.title
      from service_activity a join service_activity o on o.id <> a.id and o.state in (1, 3) and o.deleted_at is null
       and tstzrange(o.starts_at, o.ends_at) && tstzrange(a.starts_at, a.ends_at)
      join service_signup s on s.activity_id = o.id and s.state in (0, 1) join member m on m.id = s.member_id
     where a.id = ${activity.id} and s.member_id = any(${memberIds}::bigint[]) and (o.state = 1 or s.signed_at is not null)
     order by s.member_id, o.starts_at, o.id`.execute(db);
  return rows;
}

/** Names of volunteers of the scope who are on the roll: its own people, and who has reported to it. */
export async function peopleNamed(db: Db, scope: Scope, memberIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, m.name from member m
     where m.id = any(${memberIds}::bigint[]) and m.deleted_at is null and m.membership_status = 1 and ${volunteersOf(scope)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A page of who signed in at activities of a scope, the last first. */
export async function pageOfSigned(
  db: Db,
  scope: Scope,
  filter: { activityId: string | null; from: string | null; to: string | null; name: string; period: string | null },
  limit: number,
  offset: number,
) {
  const parts = [seen(scope), sql<boolean>`s.signed_at is not null`];
  if (filter.activityId !== null) parts.push(sql`s.activity_id = ${filter.activityId}`);
  if (filter.from !== null)
    parts.push(sql`s.signed_at >= (${filter.from}::date::timestamp at time zone 'Asia/Shanghai')`);
  if (filter.to !== null)
    parts.push(sql`s.signed_at < ((${filter.to}::date + 1)::timestamp at time zone 'Asia/Shanghai')`);
  if (filter.period) parts.push(countedIn(filter.period));
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  const from = sql`${FROM} where ${sql.join(parts, sql` and `)}`;
  const [page, total] = await Promise.all([
    sql<SignupRecord>`select ${SIGNUP} from ${from} order by s.signed_at desc, s.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The accounts in use of some people. */
export async function accountsOf(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = any(${memberIds}::bigint[]) and enabled`.execute(db);
  return rows.map(({ id }) => id);
}
