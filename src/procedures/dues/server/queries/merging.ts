import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { MERGED as REASON } from './refunds.ts';

/** Voids the open bills of one record for months of which another record of the same person has a bill in one of some states. */
export async function voidDuplicateBills(
  db: Db,
  ownId: string,
  otherId: string,
  otherStates: readonly number[],
): Promise<void> {
  await sql`
    update dues_bill b set state = 6, reason = ${REASON}, version = version + 1, updated_at = now()
     where b.member_id = ${ownId} and b.state in (1, 4, 5)
       and exists (select from dues_bill o where o.member_id = ${otherId} and o.month = b.month
                      and o.state = any(${otherStates}::smallint[]))`.execute(db);
}

/** Opens again what a merging had voided, where no other bill stands for the month; answers how many. */
export async function openVoided(db: Db, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update dues_bill b set state = 1, reason = '', version = version + 1, updated_at = now()
     where b.member_id = ${memberId} and b.state = 6 and b.reason = ${REASON}
       and not exists (select from dues_bill o where o.member_id = b.member_id and o.month = b.month and o.state <> 6)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
