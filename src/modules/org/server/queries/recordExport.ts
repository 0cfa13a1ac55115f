import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

export interface ExportedOrg {
  id: string;
  name: string;
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
    select id, name, code from organisation
     where ${within(scope, 'code')} and code > ${after} and deleted_at is null ${only === null ? sql`` : sql`and code = ${only}`}
     order by code limit ${limit}`.execute(db);
  return rows;
}
