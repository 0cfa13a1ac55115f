import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { View } from '#service/volunteer/contract.ts';
import type { ActivityState, HoursState, Kind, Phase } from '#service/volunteer/rules.ts';

/** An activity with its organisation and what is kept of it. Times as the clock in Beijing shows them, `YYYY-MM-DD HH:mm`. */
export interface ActivityRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  kind: Kind;
  state: ActivityState;
  phase: Phase;
  title: string;
  post: string;
  place: string;
  lng: number | null;
  lat: number | null;
  startsAt: string;
  endsAt: string;
  closesAt: string;
  quota: number;
  hours: number;
  audience: 1 | 2;
  audited: boolean;
  content: string;
  contact: string;
  phone: string;
  cover: string;
  secret: Buffer;
  publishedOn: string | null;
  publishedBy: string;
  reason: string;
  asked: number;
  taken: number;
  came: number;
  /** Who waits for a seat and has none offered. */
  queued: number;
  hoursState: HoursState;
  hoursAskedBy: string | null;
  hoursAskedName: string;
  hoursAskedOn: string | null;
  hoursDecidedOn: string | null;
  hoursDecidedName: string;
  hoursReason: string;
  version: number;
  /** Seconds since 1970 by the database's clock. */
  now: number;
  /** Within the hour before it begins, or later. */
  isOpening: boolean;
  begun: boolean;
}

/** A moment as the clock in Beijing shows it. */
export const beijingMinute = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;
/** The day of a moment in Beijing. */
export const dayOf = (column: string) => sql<string>`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`;

/** Where an activity `a` stands now (`phaseOf` of the rules). */
export const PHASE = sql<Phase>`case when a.state = 0 then 'draft' when a.state = 4 then 'cancelled' when a.state = 3 then 'finished'
  when now() >= a.ends_at then 'over' when now() >= a.starts_at then 'running' when now() < a.closes_at then 'open' else 'closed' end`;

export const ACTIVITY = sql`a.id, a.org_id as "orgId", a.org_code as "orgCode", o.name as "orgName", a.kind, a.state, ${PHASE} as phase, a.title,
  a.post, a.place, a.lng, a.lat, ${beijingMinute('a.starts_at')} as "startsAt", ${beijingMinute('a.ends_at')} as "endsAt",
  ${beijingMinute('a.closes_at')} as "closesAt", a.quota, a.hours::float8 as hours, a.audience, a.audited, a.content, a.contact, a.phone, a.cover,
  a.secret, ${dayOf('a.published_at')} as "publishedOn", a.published_by as "publishedBy", a.reason, a.asked, a.taken, a.came, a.queued,
  a.hours_state as "hoursState", a.hours_asked_by as "hoursAskedBy", a.hours_asked_name as "hoursAskedName",
  ${dayOf('a.hours_asked_at')} as "hoursAskedOn", a.hours_decided_on as "hoursDecidedOn", a.hours_decided_name as "hoursDecidedName",
  a.hours_reason as "hoursReason", a.version, extract(epoch from now())::float8 as now,
  now() >= a.starts_at - interval '60 minutes' as "isOpening", now() >= a.starts_at as begun`;
export const FROM = sql`service_activity a join organisation o on o.id = a.org_id`;

/** An activity of the scope; nobody without office works on one. `lock`: held until the transaction ends. */
export async function findActivity(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<ActivityRecord | undefined> {
  const { rows } = await sql<ActivityRecord>`
    select ${ACTIVITY} from ${FROM}
     where a.id = ${id} and a.deleted_at is null and o.deleted_at is null and ${scope.memberId === null} and ${within(scope, 'a.org_code')}
     ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  return rows[0];
}

export interface ActivityFilter {
  view: View | null;
  kind: Kind | null;
  post: string | null;
  name: string;
  /** `PERIOD`: published or ended ones that begin in it. */
  period: string | null;
}

/** An activity `a` that was published, or is ended, and begins in a year or a quarter (`PERIOD`): what the statistics count. */
export function countedIn(period: string): RawBuilder<boolean> {
  const [year = '', quarter] = period.split('-');
  const month = quarter ? (Number(quarter) - 1) * 3 + 1 : 1;
  const from = sql`make_timestamp(${Number(year)}::int, ${month}::int, 1, 0, 0, 0)`;
  return sql<boolean>`(a.deleted_at is null and a.state in (1, 3) and a.starts_at >= ${from} at time zone 'Asia/Shanghai'
    and a.starts_at < (${from} + make_interval(months => ${quarter ? 3 : 12})) at time zone 'Asia/Shanghai')`;
}

const OF_VIEW: Readonly<Record<View, RawBuilder<boolean>>> = {
  open: sql<boolean>`(a.state = 1 and now() < a.starts_at)`,
  running: sql<boolean>`(a.state = 1 and now() >= a.starts_at and now() < a.ends_at)`,
  over: sql<boolean>`(a.state = 1 and now() >= a.ends_at)`,
  finished: sql<boolean>`a.state = 3`,
  draft: sql<boolean>`a.state = 0`,
  cancelled: sql<boolean>`a.state = 4`,
};

const matching = (scope: Scope, filter: ActivityFilter) => {
  const parts = [
    within(scope, 'a.org_code'),
    sql<boolean>`a.deleted_at is null`,
    // Drafts are those of the own organisation's workers, and of those above it.
    sql<boolean>`${scope.memberId === null}`,
  ];
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.kind !== null) parts.push(sql`a.kind = ${filter.kind}`);
  if (filter.post !== null) parts.push(sql`a.post = ${filter.post}`);
  if (filter.period) parts.push(countedIn(filter.period));
  if (filter.name) parts.push(textHolds(sql`a.title`, filter.name));
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of the activities of a scope: those that come first, the nearest of them, then those that are over, the last of them. */
export async function pageOfActivities(db: Db, scope: Scope, filter: ActivityFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<ActivityRecord>`
      select ${ACTIVITY} from ${from}
       order by a.state not in (0, 1), case when a.state in (0, 1) then a.starts_at end, a.starts_at desc, a.id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters. */
export async function countActivities(
  db: Db,
  scope: Scope,
  filter: ActivityFilter,
): Promise<Record<View | 'all', number>> {
  const counted = Object.entries(OF_VIEW).map(
    ([view, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<View | 'all', number>>`
    select count(*)::int as all, ${sql.join(counted)} from ${matching(scope, { ...filter, view: null })}`.execute(db);
  return rows[0] ?? { all: 0, open: 0, running: 0, over: 0, finished: 0, draft: 0, cancelled: 0 };
}

/** What a form says of an activity. */
export interface ActivityFields {
  kind: number;
  title: string;
  post: string;
  place: string;
  lng: number | null;
  lat: number | null;
  startsAt: string;
  endsAt: string;
  closesAt: string;
  quota: number;
  hours: number;
  audience: number;
  audited: boolean;
  content: string;
  contact: string;
  phone: string;
}

const at = (moment: string) => sql`(${moment}::timestamp at time zone 'Asia/Shanghai')`;
const columnsOf = (of: ActivityFields) => ({
  kind: sql`${of.kind}`,
  title: sql`${of.title}`,
  post: sql`${of.post}`,
  place: sql`${of.place}`,
  lng: sql`${of.lng}`,
  lat: sql`${of.lat}`,
  starts_at: at(of.startsAt),
  ends_at: at(of.endsAt),
  closes_at: at(of.closesAt),
  quota: sql`${of.quota}`,
  hours: sql`${of.hours}`,
  audience: sql`${of.audience}`,
  audited: sql`${of.audited}`,
  content: sql`${of.content}`,
  contact: sql`${of.contact}`,
  phone: sql`${of.phone}`,
});

/** Writes a draft of an organisation; answers its id. */
export async function insertActivity(db: Db, org: { id: string; code: string }, of: ActivityFields, by: string) {
  const columns = columnsOf(of);
  const { rows } = await sql<{ id: string }>`
    insert into service_activity (org_id, org_code, secret, created_by, updated_by, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${org.id}, ${org.code}, ${randomBytes(32)}, ${by}, ${by}, ${sql.join(Object.values(columns))}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Writes what a form says; answers the new version. */
export const rewriteActivity = (db: Db, id: string, of: ActivityFields, by: string) =>
  setColumns(db, id, columnsOf(of), by);

/** Writes columns and counts the version up; answers the new one. */
export const setActivity = (db: Db, id: string, columns: Record<string, unknown>, by: string) =>
  setColumns(db, id, Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, sql`${value}`])), by);

async function setColumns(
  db: Db,
  id: string,
  columns: Record<string, RawBuilder<unknown>>,
  by: string,
): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update service_activity set ${sql.join([...sets, sql`version = version + 1, updated_at = now(), updated_by = ${by}`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Ends an activity that has begun; one that ends early has lasted until now. Answers the new version. */
export const finishActivity = (db: Db, id: string, finished: number, by: string) =>
  setColumns(
    db,
    id,
    {
      state: sql`${finished}`,
      ends_at: sql`least(ends_at, greatest(date_trunc('minute', now()), starts_at + interval '1 minute'))`,
    },
    by,
  );

/** Puts the hours of an activity before whoever audits them, from now on; answers the new version. */
export const submitHoursForAudit = (db: Db, id: string, by: { accountId: string; accountName: string }) =>
  setColumns(
    db,
    id,
    {
      hours_state: sql`1`,
      hours_asked_by: sql`${by.accountId}`,
      hours_asked_name: sql`${by.accountName}`,
      hours_asked_at: sql`now()`,
      hours_decided_on: sql`null`,
      hours_decided_name: sql`''`,
      hours_reason: sql`''`,
    },
    by.accountName,
  );

/** Publishes a draft; answers the new version. */
export const publishActivity = (db: Db, id: string, by: string) =>
  setColumns(db, id, { state: sql`1`, published_at: sql`now()`, published_by: sql`${by}` }, by);

/** Puts a draft into the recycle bin. */
export const binActivity = (db: Db, id: string, by: string, reason: string) =>
  sql`update service_activity set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

/** Takes it out of the bin again. */
export const unbinActivity = (db: Db, id: string) =>
  sql`update service_activity set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1 where id = ${id}`.execute(
    db,
  );

/** Destroys what a draft in the bin said. */
export const eraseActivity = (db: Db, id: string) =>
  sql`update service_activity set title = '已销毁', content = '', contact = '', phone = '', place = '', erased_at = now() where id = ${id}`.execute(
    db,
  );

/** How many people have reported to communities of a scope, and how many of its own have served: whether it has volunteers. */
export async function volunteersAt(db: Db, scope: Scope): Promise<{ reported: number; served: number }> {
  const { rows } = await sql<{ reported: number; served: number }>`
    select (select count(*)::int from sbd_report r where r.status = 1 and ${within(scope, 'r.org_code')}) as reported,
           (select count(distinct s.member_id)::int from service_signup s where s.state = 1 and ${within(scope, 's.org_code')}) as served`.execute(
    db,
  );
  return rows[0] ?? { reported: 0, served: 0 };
}
