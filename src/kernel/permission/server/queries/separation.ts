import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface SeparatedRow {
  id: number;
  name: string;
  description: string;
  enabled: boolean;
  people: { accountId: string; name: string }[];
}

/** The three separated roles with the people who could work in them (enabled, with a password and a role in force). */
export async function separatedRoles(db: Db): Promise<SeparatedRow[]> {
  const { rows } = await sql<SeparatedRow>`
    select r.id, r.name, r.description, r.enabled,
           coalesce((select json_agg(json_build_object('accountId', a.id::text, 'name', a.name) order by a.name, a.id)
                       from (select distinct g.account_id from account_role g
                              join organisation o on o.id = g.org_id and o.deleted_at is null and o.parent_id is null
                              where g.role_id = r.id and g.revoked_at is null and g.valid_from <= now()
                                and (g.valid_until is null or g.valid_until > now())) held
                       join account a on a.id = held.account_id and a.enabled and a.password_hash is not null), '[]') as people
      from role r where r.id in (8, 9, 10) order by r.id`.execute(db);
  return rows;
}

/** Switches the three on and the all-powerful role off, or the other way round; false where they stood so already. */
export async function switchRoles(db: Db, on: boolean, by: string): Promise<boolean> {
  const { rows } = await sql`
    update role set enabled = not enabled, version = version + 1, updated_at = now(), updated_by = ${by}
     where id in (1, 8, 9, 10) and enabled <> ((id <> 1) = ${on}) returning id`.execute(db);
  return rows.length > 0;
}
