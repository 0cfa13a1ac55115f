import { type RawBuilder, sql } from 'kysely';
import type { Behind } from '#house/server/givenWork.ts';
import { isUrged } from '#house/server/urging.ts';
import type { TableDesign } from '#life/tables/rules.design.ts';
import { AIM_TYPES, type Round } from '#life/tables/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { TableRecord } from './tables.ts';

/** The organisations that a table means now, as a condition on `o`: of all below whoever gives it. */
function meant({ orgId, orgCode, aim, orgIds }: TableRecord): RawBuilder<unknown> {
  const below = sql`o.deleted_at is null and o.code > ${orgCode} and o.code < ${`${orgCode}:`}`;
  if (aim === 'chosen') return sql`${below} and o.id = any(${orgIds}::bigint[])`;
  const types = aim === 'committees' || aim === 'branches' ? AIM_TYPES[aim] : AIM_TYPES.all;
  const ofType = sql`${below} and o.type = any(${types}::int[])`;
  return aim === 'children' ? sql`${ofType} and o.parent_id = ${orgId}` : ofType;
}

/** How many organisations a table means now. */
export async function countAudience(db: Db, table: TableRecord): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from organisation o where ${meant(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Opens rounds of a table by its newest version; those that are there stay. */
export async function openRounds(db: Db, tableId: string, rounds: readonly Round[]): Promise<void> {
  await sql`
    insert into data_centre_round (table_id, version_id, label, starts_on, ends_on, due_on)
    select ${tableId}, (select id from data_centre_version where table_id = ${tableId} order by number desc limit 1), u.*
      from unnest(${rounds.map(({ label }) => label)}::text[], ${rounds.map(({ startsOn }) => startsOn)}::date[],
                  ${rounds.map(({ endsOn }) => endsOn)}::date[], ${rounds.map(({ dueOn }) => dueOn)}::date[]) as u (label, a, b, c)
    on conflict (table_id, label) do nothing`.execute(db);
}

/** Gives the rounds whose last day is not over to all whom the table means and who have none; answers what is new, by the days of the rounds. */
export async function createDueRounds(db: Db, table: TableRecord) {
  const { rows } = await sql<{ id: string; orgId: string; label: string; dueOn: string }>`
    with given as (
      insert into data_centre_fill (round_id, table_id, org_id, org_code)
      select r.id, r.table_id, o.id, o.code from data_centre_round r cross join organisation o
       where r.table_id = ${table.id} and (r.due_on >= ${dbToday} or r.opened_at = now()) and ${meant(table)}
      on conflict (round_id, org_id) do nothing
      returning id, org_id, round_id)
    select g.id, g.org_id as "orgId", r.label, r.due_on as "dueOn" from given g join data_centre_round r on r.id = g.round_id
     order by r.starts_on, r.id`.execute(db);
  return rows;
}

/** Open tables that come back and whose running month, quarter or year has no round yet, and those that gave to somebody new. */
export async function openTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from data_centre_table where state = 'open' and deleted_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A round as its acts need it. */
export interface RoundRecord {
  id: string;
  tableId: string;
  label: string;
  startsOn: string;
  dueOn: string;
  number: number;
  design: TableDesign;
}
export interface RoundFigures extends Omit<RoundRecord, 'design'> {
  all: number;
  done: number;
  asked: number;
  returned: number;
  late: number;
  open: number;
  tardy: number;
}

/** The rounds of a table, the newest first, with how they stand within the scope. */
export async function roundsOf(db: Db, scope: Scope, tableId: string): Promise<RoundFigures[]> {
  const { rows } = await sql<RoundFigures>`
    select r.id, r.table_id as "tableId", r.label, r.starts_on as "startsOn", r.due_on as "dueOn", v.number,
           count(*) filter (where f.state <> 'void')::int as all, count(*) filter (where f.state = 'done')::int as done,
           count(*) filter (where f.state = 'asked')::int as asked, count(*) filter (where f.state = 'returned')::int as returned,
           count(*) filter (where f.state in ('open', 'returned') and r.due_on < ${dbToday})::int as late,
           count(*) filter (where f.state in ('open', 'returned') and r.due_on >= ${dbToday})::int as open,
           count(*) filter (where f.state in ('asked', 'done') and f.is_late)::int as tardy
      from data_centre_round r join data_centre_version v on v.id = r.version_id
      left join data_centre_fill f on f.round_id = r.id and ${within(scope, 'f.org_code')}
     where r.table_id = ${tableId} group by r.id, v.number order by r.starts_on desc, r.id desc`.execute(db);
  return rows;
}

/** One round of a table, or its newest one (`null`), with the design that it is filled in by. */
export async function findRound(db: Db, tableId: string, id: string | null): Promise<RoundRecord | undefined> {
  const { rows } = await sql<RoundRecord>`
    select r.id, r.table_id as "tableId", r.label, r.starts_on as "startsOn", r.due_on as "dueOn", v.number, v.design
      from data_centre_round r join data_centre_version v on v.id = r.version_id
     where r.table_id = ${tableId} and (${id}::bigint is null or r.id = ${id}) order by r.starts_on desc, r.id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The table of a round. */
export async function tableOfRound(db: Db, roundId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select table_id as id from data_centre_round where id = ${roundId}`.execute(db);
  return rows[0]?.id;
}

/** Gives a round another last day. */
export const extendRound = (db: Db, id: string, dueOn: string) =>
  sql`update data_centre_round set due_on = ${dueOn} where id = ${id}`.execute(db);

/** Fillings of a round that are not handed in: all, or those that are late or due within some days. */
export async function behind(db: Db, roundId: string) {
  const { rows } = await sql<Behind>`
    select f.id, f.org_id as "orgId", o.name as "orgName",
           ${isUrged(sql`f.urged_at`)} as recently
      from data_centre_fill f join organisation o on o.id = f.org_id join data_centre_round r on r.id = f.round_id
     where f.round_id = ${roundId} and f.state in ('open', 'returned')
     order by f.org_code, f.id for update of f`.execute(db);
  return rows;
}
