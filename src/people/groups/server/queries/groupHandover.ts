import { sql } from 'kysely';
import { GROUP_KIND } from '#people/groups/rules.group.ts';
import type { Db } from '#platform/server/database/db.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';

/** How many groups each of some organisations has. */
export async function groupsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from content_group
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** The groups of an organisation, or those of some that are there, kept until the transaction ends. */
export async function lockGroups(
  db: Db,
  orgId: string,
  ids: readonly string[] | null,
): Promise<{ id: string; type: number; name: string }[]> {
  const { rows } = await sql<{ id: string; type: number; name: string }>`
    select id, type, name from content_group
     where org_id = ${orgId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
     order by sort, id for update`.execute(db);
  return rows;
}

/** Puts a locked group behind those of another organisation; its labels and its class stand there as well. */
export async function moveGroup(
  db: Db,
  id: string,
  to: { id: string; code: string },
  name: string,
  by: string,
): Promise<void> {
  await sql`
    update content_group set org_id = ${to.id}, org_code = ${to.code}, name = ${name},
           name_grams = ${nameGrams(name)}::text[], version = version + 1, updated_at = now(), updated_by = ${by},
           sort = (select coalesce(max(sort), 0) + 1 from content_group where org_id = ${to.id})
     where id = ${id}`.execute(db);
  await sql`update content_label_link set org_code = ${to.code} where kind = ${GROUP_KIND} and row_id = ${id}`.execute(
    db,
  );
  await sql`update content_class_link set org_code = ${to.code} where kind = ${GROUP_KIND} and row_id = ${id}`.execute(
    db,
  );
}
