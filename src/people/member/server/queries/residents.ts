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
