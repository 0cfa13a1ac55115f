import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** Open: to come, running or with hours that are not decided; else history. */
const which = (isOpen: boolean) =>
  isOpen ? sql`(a.state in (0, 1) or a.hours_state in (1, 3))` : sql`(a.state in (3, 4) and a.hours_state in (0, 2))`;

/** How many activities of a sort each of some organisations has. */
export async function activitiesAt(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select a.org_id as id, count(*)::int as n from service_activity a
     where a.org_id = any(${orgIds}::bigint[]) and a.deleted_at is null and ${which(isOpen)} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives activities with their people to another organisation: those of a sort, or some that come back. */
export async function moveActivities(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  given: { ids: readonly string[] } | { isOpen: boolean },
): Promise<{ id: string; title: string }[]> {
  const chosen = 'ids' in given ? sql`a.id = any(${given.ids}::bigint[])` : which(given.isOpen);
  const { rows } = await sql<{ id: string; title: string }>`
    update service_activity a set org_id = ${to.id}, org_code = ${to.code}, version = a.version + 1
     where a.org_id = ${fromId} and a.deleted_at is null and ${chosen} returning a.id, a.title`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`update service_signup set org_code = ${to.code} where activity_id = any(${ids}::bigint[])`.execute(db);
  await sql`update stored_file set org_code = ${to.code} where kind = 'volunteer.cover' and row_id = any(${ids}::text[])`.execute(
    db,
  );
  return rows;
}
