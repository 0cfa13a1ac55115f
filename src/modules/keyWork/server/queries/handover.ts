import { sql } from 'kysely';
import type { Home } from '#modules/org/server/residents.ts';
import type { Db } from '#platform/server/db.ts';

const counts = (rows: readonly { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]));

/** Parts of each of some organisations: under way, or completed. */
export async function partsOf(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.org_id as id, count(*)::int as n from key_work_part p
      join key_work_item i on i.id = p.item_id and i.deleted_at is null
     where p.org_id = any(${orgIds}::bigint[]) and ${isOpen ? sql`p.state in ('open', 'asked', 'returned')` : sql`p.state = 'done'`}
     group by 1`.execute(db);
  return counts(rows);
}

/** Items that each of some organisations set: that run, or drafts and those that are over. */
export async function itemsOf(db: Db, orgIds: readonly string[], isRunning: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from key_work_item
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and (state = 'running') = ${isRunning} group by 1`.execute(
    db,
  );
  return counts(rows);
}

/**
 * Puts parts of an organisation, all of a kind or some, to the one that takes over, unless that one has the same item itself or
 * has set it.
 * @returns those that went
 */
export async function moveParts(
  db: Db,
  fromId: string,
  to: Home,
  which: { ids: readonly string[] } | { isOpen: boolean },
) {
  const meant =
    'ids' in which
      ? sql`p.id = any(${which.ids}::bigint[])`
      : which.isOpen
        ? sql`p.state in ('open', 'asked', 'returned')`
        : sql`p.state = 'done'`;
  const { rows } = await sql<{ id: string; itemId: string; title: string }>`
    update key_work_part p set org_id = ${to.id}, org_code = ${to.code}, version = p.version + 1
      from key_work_item i
     where i.id = p.item_id and i.deleted_at is null and p.org_id = ${fromId} and ${meant} and i.org_id <> ${to.id}
       and not exists (select from key_work_part other where other.item_id = p.item_id and other.org_id = ${to.id})
    returning p.id, i.id as "itemId", i.title`.execute(db);
  return rows;
}

/** Items of which an organisation still has a part under way. */
export async function itemsUnderWay(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct item_id as id from key_work_part where org_id = ${orgId} and state in ('open', 'asked', 'returned')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Puts items that an organisation set, all of a kind or some, to the one that takes over; completions wait there from now on. */
export async function moveItems(
  db: Db,
  fromId: string,
  to: Home,
  which: { ids: readonly string[] } | { isRunning: boolean },
) {
  const meant = 'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`(state = 'running') = ${which.isRunning}`;
  const { rows } = await sql<{ id: string; title: string }>`
    update key_work_item set org_id = ${to.id}, org_code = ${to.code}, version = version + 1
     where org_id = ${fromId} and deleted_at is null and ${meant} returning id, title`.execute(db);
  const ids = rows.map(({ id }) => id);
  const waiting = await sql<{ id: string }>`
    update key_work_part set decider_org_id = ${to.id}
     where item_id = any(${ids}::bigint[]) and state = 'asked' and decider_org_id = ${fromId} returning id`.execute(db);
  return { rows, waiting: waiting.rows.map(({ id }) => id) };
}

/** Files of rows of a kind lie where the rows do. */
export const moveFiles = (db: Db, kind: string, rowIds: readonly string[], code: string) =>
  sql`update stored_file set org_code = ${code} where kind = ${kind} and row_id = any(${rowIds}::text[])`.execute(db);

/** Ids of the reports of some parts. */
export async function reportIdsOf(db: Db, partIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from key_work_report where part_id = any(${partIds}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
