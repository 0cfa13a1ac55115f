import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Whether somebody is floating or out of touch, kept for this transaction; undefined where the person is gone. `counted`: as a member in good standing. */
export async function lockAbsence(db: Db, memberId: string) {
  const { rows } = await sql<{
    org_code: string;
    counted: boolean;
    is_floating: boolean;
    is_lost_contact: boolean;
  }>`
    select org_code, person_category in (1, 2) and membership_status = 1 as counted, is_floating, is_lost_contact
      from member where id = ${memberId} and deleted_at is null for update`.execute(db);
  return rows[0];
}

/** Writes it into the locked record. */
export async function writeAway(
  db: Db,
  memberId: string,
  { isFloating, isLostContact }: { isFloating: boolean; isLostContact: boolean },
  by: string,
): Promise<void> {
  await sql`
    update member set is_floating = ${isFloating}, is_lost_contact = ${isLostContact}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${memberId}`.execute(db);
}
