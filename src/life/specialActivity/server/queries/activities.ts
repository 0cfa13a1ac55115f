import { type RawBuilder, sql } from 'kysely';
import type { Kind, State } from '#life/specialActivity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { lineOf, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** An activity as its acts need it. Days `YYYY-MM-DD`. */
export interface ActivityRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  kind: Kind;
  content: string;
  poster: string;
  startsOn: string;
  endsOn: string;
  state: State;
  reason: string;
  files: string[];
  publishedOn: string | null;
  serial: number;
  version: number;
  today: string;
}

export const COLUMNS = sql`a.id, a.org_id as "orgId", a.org_code as "orgCode", o.name as "orgName", a.title, a.kind, a.content, a.poster,
  a.starts_on as "startsOn", a.ends_on as "endsOn", a.state, a.reason, a.files,
  (a.published_at at time zone 'Asia/Shanghai')::date::text as "publishedOn", a.serial, a.version, ${dbToday}::text as today`;
export const FROM = sql`special_activity a join organisation o on o.id = a.org_id and o.deleted_at is null`;

/** An activity that the scope has started; `lock` keeps it for this transaction. */
export async function findActivity(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<ActivityRecord | undefined> {
  const { rows } = await sql<ActivityRecord>`
    select ${COLUMNS} from ${FROM}
     where a.id = ${id} and a.deleted_at is null and ${within(scope, 'a.org_code')} and ${scope.memberId === null}
     ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

/** Activity `alias` is for an organisation or for one above it. @param code of the session's organisation */
export const isFor = (code: string, alias: 'a' | 't'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from special_part mine
    where mine.activity_id = ${sql.ref(`${alias}.id`)} and mine.org_code = any(${lineOf(code)}::text[]))`;

/** What is published, or was, for the session: for its organisation or one above, and for workers also what their scope started. */
const readable = (scope: Scope, code: string): RawBuilder<boolean> => {
  const started = scope.memberId === null ? sql`or ${within(scope, 'a.org_code')}` : sql``;
  return sql<boolean>`(a.deleted_at is null and a.state in ('published', 'ended') and (${isFor(code, 'a')} ${started}))`;
};

export interface OpenFilter {
  title: string | null;
  kind: Kind | null;
  year: number | null;
}

/** A page of what is published for the session, what runs first. @param code of the session's organisation */
export async function pageOfOpen(
  db: Db,
  scope: Scope,
  code: string,
  { title, kind, year }: OpenFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ActivityRecord[]; total: number }> {
  const parts = [readable(scope, code)];
  if (title) parts.push(textHolds(sql`a.title`, title));
  if (kind) parts.push(sql<boolean>`a.kind = ${kind}`);
  if (year) parts.push(runsInYear(year));
  const where = sql.join(parts, sql` and `);
  const [rows, total] = await Promise.all([
    sql<ActivityRecord>`
      select ${COLUMNS} from ${FROM} where ${where}
       order by a.state = 'ended', a.starts_on desc, a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Activities `a` that run in a year. */
export const runsInYear = (year: number) =>
  sql<boolean>`(a.starts_on <= ${`${year}-12-31`} and a.ends_on >= ${`${year}-01-01`})`;

/** An activity that is published for the session. @param code of its organisation */
export async function findOpen(db: Db, scope: Scope, code: string, id: string): Promise<ActivityRecord | undefined> {
  const { rows } = await sql<ActivityRecord>`
    select ${COLUMNS} from ${FROM} where a.id = ${id} and ${readable(scope, code)}`.execute(db);
  return rows[0];
}

/** An item of the catalogue. */
export interface Item {
  id: string;
  name: string;
  note: string;
  dueOn: string;
  required: boolean;
}

/** The catalogue of an activity, what is due first in front. */
export async function itemsOf(db: Db, activityId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, name, note, due_on as "dueOn", required from special_item
     where activity_id = ${activityId} order by due_on, id`.execute(db);
  return rows;
}

/** Writes the catalogue of a draft anew. */
export async function writeItems(db: Db, activityId: string, items: readonly Omit<Item, 'id'>[]): Promise<void> {
  await sql`delete from special_item where activity_id = ${activityId}`.execute(db);
  await sql`
    insert into special_item (activity_id, name, note, due_on, required)
    select ${activityId}, * from unnest(${items.map(({ name }) => name)}::text[], ${items.map(({ note }) => note)}::text[],
           ${items.map(({ dueOn }) => dueOn)}::date[], ${items.map(({ required }) => required)}::boolean[])`.execute(
    db,
  );
}

/** Gives an item another last day. */
export const extendItem = (db: Db, id: string, dueOn: string) =>
  sql`update special_item set due_on = ${dueOn} where id = ${id}`.execute(db);

/** Which of some organisations the scope has, in the order of the tree. */
export async function placesOf(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where id = any(${ids}::bigint[]) and deleted_at is null and ${within(scope, 'code')} order by code`.execute(db);
  return rows;
}

/** The organisations that an activity is for, in the order of the tree. */
export async function orgsOf(db: Db, activityId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from special_part p join organisation o on o.id = p.org_id
     where p.activity_id = ${activityId} order by p.org_code`.execute(db);
  return rows;
}

/** Gives an activity to some organisations, each once; answers those that have it anew. */
export async function giveTo(db: Db, activityId: string, orgIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string }>`
    insert into special_part (activity_id, org_id, org_code)
    select ${activityId}, id, code from organisation where id = any(${orgIds}::bigint[])
    on conflict (activity_id, org_id) do nothing returning org_id as "orgId"`.execute(db);
  return rows.map(({ orgId }) => orgId);
}

/** Takes a draft from organisations that are not among some. */
export const keepOnly = (db: Db, activityId: string, orgIds: readonly string[]) =>
  sql`delete from special_part where activity_id = ${activityId} and not org_id = any(${orgIds}::bigint[])`.execute(db);

/** Makes the materials of a published activity: each item of each organisation, once. */
export const makeMaterials = (db: Db, activityId: string) =>
  sql`insert into special_material (part_id, item_id)
      select p.id, i.id from special_part p join special_item i on i.activity_id = p.activity_id
       where p.activity_id = ${activityId} on conflict (part_id, item_id) do nothing`.execute(db);

/** What a step of an activity writes; what is left out stays. */
export interface ActivityStep {
  state?: State;
  reason?: string;
  poster?: string;
  files?: readonly string[];
  content?: string;
  endsOn?: string;
  publishedBy?: string;
  serial?: number;
}

/** Takes a locked activity on; answers its new version. */
export async function stepActivity(db: Db, id: string, step: ActivityStep, by: string): Promise<number> {
  const sets = [sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`];
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.reason !== undefined) sets.push(sql`reason = ${step.reason}`);
  if (step.poster !== undefined) sets.push(sql`poster = ${step.poster}`);
  if (step.files !== undefined) sets.push(sql`files = ${step.files}::text[]`);
  if (step.endsOn !== undefined) sets.push(sql`ends_on = ${step.endsOn}`);
  if (step.serial !== undefined) sets.push(sql`serial = ${step.serial}`);
  if (step.publishedBy !== undefined) sets.push(sql`published_at = now(), published_by = ${step.publishedBy}`);
  const { rows } = await sql<{ version: number }>`
    update special_activity set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** How an activity stands, whoever asks. */
export async function stateOf(db: Db, id: string): Promise<State | undefined> {
  const { rows } = await sql<{ state: State }>`select state from special_activity where id = ${id}`.execute(db);
  return rows[0]?.state;
}

/** Activities that stand so, as a condition on the noun's table `t`. */
export const hasState = (state: State) => sql`t.state = ${state}`;
/** Activities `t` of others that are published for an organisation. @param code of the session's organisation */
export const isPublishedFor = (code: string) =>
  sql<boolean>`(t.state in ('published', 'ended') and ${isFor(code, 't')})`;
