import { sql } from 'kysely';
import type { TableDesign } from '#life/tables/rules.design.ts';
import type { Aim, Period, TableState } from '#life/tables/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** A table as its acts need it. Days `YYYY-MM-DD`. */
export interface TableRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  period: Period;
  startsOn: string;
  dueOn: string | null;
  dueDays: number | null;
  aim: Aim;
  orgIds: string[];
  design: TableDesign;
  state: TableState;
  version: number;
  today: string;
}

/** Tables that were given to somebody of the scope, as a condition on `t`. */
const given = (scope: Scope) => sql<boolean>`(t.state <> 'draft'
  and exists (select from data_centre_fill f where f.table_id = t.id and ${within(scope, 'f.org_code')}))`;

/** The same for the noun's list and record; nobody without office reads any. */
export const isGivenToScope = (scope: Scope) => (scope.memberId === null ? given(scope) : sql<boolean>`false`);

const COLUMNS = sql`t.id, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName", t.title, t.period,
  t.starts_on as "startsOn", t.due_on as "dueOn", t.due_days as "dueDays", t.aim, t.org_ids::text[] as "orgIds", t.design, t.state,
  t.version, ${dbToday}::text as today`;
const FROM = sql`data_centre_table t join organisation o on o.id = t.org_id and o.deleted_at is null`;

/** A table that lies in the scope; `lock` keeps it for this transaction. */
export async function findTable(db: Db, scope: Scope, id: string, lock = false): Promise<TableRecord | undefined> {
  const { rows } = await sql<TableRecord>`
    select ${COLUMNS} from ${FROM}
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')} and ${scope.memberId === null}
     ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

/** A table that the session reads: of the scope, or given to somebody of it. */
export async function readableTable(db: Db, scope: Scope, id: string): Promise<TableRecord | undefined> {
  const { rows } = await sql<TableRecord>`
    select ${COLUMNS} from ${FROM}
     where t.id = ${id} and t.deleted_at is null and ${scope.memberId === null}
       and (${within(scope, 't.org_code')} or ${given(scope)})`.execute(db);
  return rows[0];
}

/** A table that is filled in, read for the hourly round and locked. */
export async function lockOpenTable(db: Db, id: string): Promise<TableRecord | undefined> {
  const { rows } = await sql<TableRecord>`
    select ${COLUMNS} from ${FROM} where t.id = ${id} and t.deleted_at is null and t.state = 'open' for update of t`.execute(
    db,
  );
  return rows[0];
}

/** How the newest round stands within the scope. */
interface RoundFacts {
  id: string;
  label: string;
  dueOn: string;
  all: number;
  handed: number;
  asked: number;
  own: { id: string; state: string } | null;
}
/** What lists and the record show of tables beside their fields. */
export interface TableFacts {
  id: string;
  state: TableState;
  reason: string;
  design: TableDesign;
  published: TableDesign | null;
  publishedBy: string;
  publishedOn: string | null;
  number: number;
  orgs: { id: string; name: string }[];
  round: RoundFacts | null;
  late: number;
}

/** The facts of some tables, whose place was judged before. @param orgId of the session */
export async function factsOf(db: Db, scope: Scope, orgId: string, ids: readonly string[]): Promise<TableFacts[]> {
  const { rows } = await sql<TableFacts>`
    select t.id, t.state, t.reason, t.design, v.design as published, t.published_by as "publishedBy",
           (t.published_at at time zone 'Asia/Shanghai')::date::text as "publishedOn", coalesce(v.number, 0) as number,
           (select coalesce(json_agg(json_build_object('id', o.id::text, 'name', o.name) order by o.code), '[]')
              from organisation o where o.id = any(t.org_ids) and o.deleted_at is null) as orgs,
           case when r.id is not null then json_build_object('id', r.id::text, 'label', r.label, 'dueOn', r.due_on,
             'all', n.all, 'handed', n.handed, 'asked', n.asked, 'own', n.own) end as round,
           (select count(*)::int from data_centre_fill f join data_centre_round d on d.id = f.round_id and d.due_on < ${dbToday}
             where f.table_id = t.id and f.state in ('open', 'returned') and ${within(scope, 'f.org_code')}) as late
      from data_centre_table t
      left join lateral (select number, design from data_centre_version v where v.table_id = t.id order by number desc limit 1) v on true
      left join lateral (select id, label, due_on from data_centre_round r where r.table_id = t.id
                          order by starts_on desc, id desc limit 1) r on true
      left join lateral (
        select count(*) filter (where f.state <> 'void')::int as all, count(*) filter (where f.state in ('asked', 'done'))::int as handed,
               count(*) filter (where f.state = 'asked')::int as asked,
               (json_agg(json_build_object('id', f.id::text, 'state', f.state)) filter (where f.org_id = ${orgId})) -> 0 as own
          from data_centre_fill f where f.round_id = r.id and ${within(scope, 'f.org_code')}) n on true
     where t.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** How a table stands; undefined where it is gone. */
export async function stateOf(db: Db, id: string): Promise<TableState | undefined> {
  const { rows } = await sql<{ state: TableState }>`select state from data_centre_table where id = ${id}`.execute(db);
  return rows[0]?.state;
}

/** Tables that stand so, as a condition on the noun's table `t`. */
export const hasState = (state: TableState) => sql`t.state = ${state}`;

/** Which of some organisations lie in a scope, in the order of the tree. */
export async function placesOf(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where id = any(${ids}::bigint[]) and deleted_at is null and ${within(scope, 'code')} order by code`.execute(db);
  return rows;
}

/** What a step of a table writes; what is left out stays. */
export interface TableStep {
  state?: TableState;
  reason?: string;
  design?: TableDesign;
  orgIds?: readonly string[];
  publishedBy?: string;
}

/** Takes a locked table on; answers its new version. */
export async function stepTable(db: Db, id: string, step: TableStep, by: string): Promise<number> {
  const sets = [sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`];
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.reason !== undefined) sets.push(sql`reason = ${step.reason}`);
  if (step.design !== undefined) sets.push(sql`design = ${JSON.stringify(step.design)}::jsonb`);
  if (step.orgIds !== undefined) sets.push(sql`org_ids = ${step.orgIds}::bigint[]`);
  if (step.publishedBy !== undefined) sets.push(sql`published_at = now(), published_by = ${step.publishedBy}`);
  const { rows } = await sql<{ version: number }>`
    update data_centre_table set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Publishes a design as the next version of its table; answers its number. */
export async function insertVersion(db: Db, tableId: string, design: TableDesign, by: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into data_centre_version (table_id, number, design, published_by)
    select ${tableId}, coalesce(max(number), 0) + 1, ${JSON.stringify(design)}::jsonb, ${by}
      from data_centre_version where table_id = ${tableId} returning number`.execute(db);
  return rows[0]?.number ?? 0;
}

/** The versions of a table, the newest first, each with the rounds that are filled in by it. */
export async function versionsOf(db: Db, tableId: string) {
  const { rows } = await sql<{
    number: number;
    design: TableDesign;
    publishedAt: Date;
    publishedBy: string;
    rounds: string;
  }>`
    select v.number, v.design, v.published_at as "publishedAt", v.published_by as "publishedBy",
           coalesce((select string_agg(label, '、' order by starts_on) from data_centre_round r where r.version_id = v.id), '') as rounds
      from data_centre_version v where v.table_id = ${tableId} order by v.number desc`.execute(db);
  return rows;
}

/** A new draft of an organisation with what another table says; answers its id. */
export async function copyTable(
  db: Db,
  from: string,
  org: { id: string; code: string },
  title: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into data_centre_table (org_id, org_code, title, explanation, contact, period, starts_on, due_on, due_days, remind_days, aim,
                                   design, created_by, updated_by)
    select ${org.id}, ${org.code}, ${title}, explanation, contact, period, ${dbToday},
           case when period = 'once' then ${dbToday} + greatest(due_on - starts_on, 7) end, due_days, remind_days, aim,
           coalesce((select v.design from data_centre_version v where v.table_id = t.id order by number desc limit 1), design), ${by}, ${by}
      from data_centre_table t where id = ${from} returning id`.execute(db);
  return rows[0]?.id ?? '0';
}
