import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** An organisation as whoever acts in it must know it. */
export interface FoundOrg {
  id: string;
  code: string;
  name: string;
  parentId: string | null;
}

/** The organisation of an id, where it lies in the scope and was not deleted. */
export async function findOrg(db: Db, scope: Scope, id: string): Promise<FoundOrg | undefined> {
  const { rows } = await sql<FoundOrg>`/* prepared */
    select o.id, o.code, o.name, o.parent_id as "parentId" from organisation o
     where o.id = ${id} and ${within(scope, 'o.code')} and o.deleted_at is null`.execute(db);
  return rows[0];
}
