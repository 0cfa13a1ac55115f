import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';

/** People of a scope by id with their branches, as lists of labelled rows name them. */
export async function peopleWithBranches(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; org_name: string }>`
    select m.id, m.name, o.name as org_name from member m join organisation o on o.id = m.org_id
    where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows;
}
