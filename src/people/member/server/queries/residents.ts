import { sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { MemberRecord } from './record.ts';

/** People of an organisation, all of them or some, kept for this transaction. */
export async function lockResidents(db: Db, orgId: string, ids: readonly string[] | null): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select * from member
     where org_id = ${orgId} and deleted_at is null and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
     order by sort, id for update`.execute(db);
  return rows;
}

/** At the end of the new branch's list, in the order of the old one. */
export const writeHome = (db: Db, ids: readonly string[], to: Home, by: string) =>
  sql`
  update member set org_id = ${to.id}, org_code = ${to.code}, version = version + 1, updated_at = now(), updated_by = ${by},
         sort = place * 10 + coalesce((select max(sort) from member where org_id = ${to.id} and deleted_at is null), 0)
    from unnest(${ids}::bigint[]) with ordinality as list (id, place)
   where member.id = list.id`.execute(db);

/** Whoever works for nobody but themselves goes on where their record is; offices stay with the organisation. */
export const moveGrants = (db: Db, fromId: string, toId: string, ids: readonly string[]) =>
  sql`
  update account_role g set org_id = ${toId}
    from account a, role r
   where a.id = g.account_id and a.member_id = any(${ids}::bigint[]) and r.id = g.role_id and r.base = 'own'
     and g.org_id = ${fromId} and g.revoked_at is null
     and not exists (select from account_role other where other.account_id = g.account_id and other.role_id = g.role_id
                        and other.org_id = ${toId} and other.revoked_at is null)`.execute(db);
