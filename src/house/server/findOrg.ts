import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** An organisation with what an act in it needs. */
export interface FoundOrg {
  id: string;
  code: string;
  name: string;
  parentId: string | null;
}

/** The organisation with this id; undefined where it lies outside of the scope or was deleted. */
export async function findOrg(db: Db, scope: Scope, id: string): Promise<FoundOrg | undefined> {
  const { rows } = await sql<FoundOrg>`/* prepared */
    select o.id, o.code, o.name, o.parent_id as "parentId" from organisation o
     where o.id = ${id} and ${within(scope, 'o.code')} and o.deleted_at is null`.execute(db);
  return rows[0];
}
