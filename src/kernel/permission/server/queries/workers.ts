import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';

/** The worker's accounts at some organisations. */
export async function workersAt(db: Db, orgIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string; accountId: string }>`
    select distinct org_id as "orgId", account_id as "accountId" from usable_grant
     where org_id = any(${orgIds}::bigint[]) and role_id = ${ROLE.worker} order by 1, 2`.execute(db);
  return rows;
}
