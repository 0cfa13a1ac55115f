import { sql } from 'kysely';
import type { Home } from '#modules/org/server/residents.ts';
import type { Db } from '#platform/server/db.ts';

const counts = (rows: readonly { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]));

/** Fillings of each of some organisations: not accepted yet, or accepted. */
export async function fillsOf(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select f.org_id as id, count(*)::int as n from data_centre_fill f
      join data_centre_table t on t.id = f.table_id and t.deleted_at is null
     where f.org_id = any(${orgIds}::bigint[]) and ${isOpen ? sql`f.state in ('open', 'asked', 'returned')` : sql`f.state = 'done'`}
     group by 1`.execute(db);
  return counts(rows);
}

/** Tables that each of some organisations gave: that run, or drafts and those that were stopped. */
export async function tablesOf(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from data_centre_table
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and (state = 'open') = ${isOpen} group by 1`.execute(
    db,
  );
  return counts(rows);
}

/**
 * Puts fillings of an organisation, all of a kind or some, to the one that takes over, unless that one has the same round itself or
 * has given the table.
 * @returns those that went
 */
export async function moveFills(
  db: Db,
  fromId: string,
  to: Home,
  which: { ids: readonly string[] } | { isOpen: boolean },
) {
  const meant =
    'ids' in which
      ? sql`f.id = any(${which.ids}::bigint[])`
      : which.isOpen
        ? sql`f.state in ('open', 'asked', 'returned')`
        : sql`f.state = 'done'`;
  const { rows } = await sql<{ id: string; tableId: string; title: string }>`
    update data_centre_fill f set org_id = ${to.id}, org_code = ${to.code}, version = f.version + 1
      from data_centre_table t
     where t.id = f.table_id and t.deleted_at is null and f.org_id = ${fromId} and ${meant} and t.org_id <> ${to.id}
       and not exists (select from data_centre_fill other where other.round_id = f.round_id and other.org_id = ${to.id})
    returning f.id, t.id as "tableId", t.title`.execute(db);
  return rows;
}

/** Tables of which an organisation still has a filling that is not accepted. */
export async function tablesUnderWay(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct table_id as id from data_centre_fill where org_id = ${orgId} and state in ('open', 'asked', 'returned')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Puts tables that an organisation gave, all of a kind or some, to the one that takes over; fillings wait there from now on. */
export async function moveTables(
  db: Db,
  fromId: string,
  to: Home,
  which: { ids: readonly string[] } | { isOpen: boolean },
) {
  const meant = 'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`(state = 'open') = ${which.isOpen}`;
  const { rows } = await sql<{ id: string; title: string }>`
    update data_centre_table set org_id = ${to.id}, org_code = ${to.code}, version = version + 1
     where org_id = ${fromId} and deleted_at is null and ${meant} returning id, title`.execute(db);
  const ids = rows.map(({ id }) => id);
  const waiting = await sql<{ id: string }>`
    update data_centre_fill set decider_org_id = ${to.id}
     where table_id = any(${ids}::bigint[]) and state = 'asked' and decider_org_id = ${fromId} returning id`.execute(
    db,
  );
  return { rows, waiting: waiting.rows.map(({ id }) => id) };
}
