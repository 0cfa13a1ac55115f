import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { moveKeeper } from '#kernel/session/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';

/**
 * The roles that somebody has as a person of a branch (党员, 流动党员, 志愿者) go along to another branch, within the
 * transaction that moves the person; what somebody works as stays where it was given. For modules above that move people.
 */
export async function moveOwnRoles(
  db: Db,
  memberId: string,
  fromOrgId: string,
  toOrgId: string,
  by: string,
): Promise<void> {
  const own = [ROLE.member, ROLE.floating, ROLE.volunteer];
  const mine = sql`account_id in (select id from account where member_id = ${memberId}) and role_id = any(${own}::int[])
    and revoked_at is null`;
  // One that is held there already would stand twice.
  await sql`update account_role r set revoked_at = now(), revoked_by = ${by}, revoke_reason = '组织关系转接'
             where r.org_id = ${fromOrgId} and ${mine}
               and exists (select from account_role t where t.account_id = r.account_id and t.role_id = r.role_id
                            and t.org_id = ${toOrgId} and t.revoked_at is null)`.execute(db);
  await sql`update account_role set org_id = ${toOrgId} where org_id = ${fromOrgId} and ${mine}`.execute(db);
  await moveKeeper(db, memberId, fromOrgId, toOrgId, by);
}
