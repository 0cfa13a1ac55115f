import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';

/** The accounts in use of an organisation's party workers. */
export async function workersOf(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from account a join account_role r on r.account_id = a.id
     where r.org_id = ${orgId} and r.role_id = ${ROLE.worker} and a.enabled and r.revoked_at is null`.execute(db);
  return rows.map(({ id }) => id);
}
