import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface ExportedOrg {
  id: string;
  name: string;
  /** Empty for the root. */
  parentName: string;
  code: string;
}

/** Living organisations of the scope by their codes, after one; `only` is the code of the one that is wanted alone. */
export async function orgsAfter(
  db: Db,
  scope: Scope,
  only: string | null,
  after: string,
  limit: number,
): Promise<ExportedOrg[]> {
  const { rows } = await sql<ExportedOrg>`
    select o.id, o.name, o.code, coalesce(p.name, '') as "parentName"
      from organisation o left join organisation p on p.id = o.parent_id
     where ${within(scope, 'o.code')} and o.code > ${after} and o.deleted_at is null
       ${only === null ? sql`` : sql`and o.code = ${only}`}
     order by o.code limit ${limit}`.execute(db);
  return rows;
}
