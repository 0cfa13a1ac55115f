import { sql } from 'kysely';
import { addDeltas } from '#platform/server/counters.ts';
import type { Db } from '#platform/server/db.ts';

/** What the modules of floating members and of lost contact say of somebody; nobody else writes it. */
export interface Away {
  isFloating?: boolean;
  isLostContact?: boolean;
}

/**
 * Writes into a person's record whether the person is floating or out of touch, with version, history and counters, in the
 * transaction that brings it about. Answers what changed, `{field: [before, after]}` as an audit row takes it; empty where
 * nothing did or the person is gone.
 */
export async function setAway(
  db: Db,
  memberId: string,
  next: Away,
  by: string,
): Promise<Record<string, [string, string]>> {
  const { rows } = await sql<{
    org_code: string;
    counted: boolean;
    is_floating: boolean;
    is_lost_contact: boolean;
  }>`
    select org_code, person_category in (1, 2) and membership_status = 1 as counted, is_floating, is_lost_contact
      from member where id = ${memberId} and deleted_at is null for update`.execute(db);
  const [row] = rows;
  if (!row) return {};
  const { isFloating = row.is_floating, isLostContact = row.is_lost_contact } = next;
  const says = (value: boolean) => (value ? '是' : '否');
  const changes: Record<string, [string, string]> = {};
  if (isFloating !== row.is_floating) changes.isFloating = [says(row.is_floating), says(isFloating)];
  if (isLostContact !== row.is_lost_contact) changes.isLostContact = [says(row.is_lost_contact), says(isLostContact)];
  if (Object.keys(changes).length === 0) return changes;
  await sql`
    update member set is_floating = ${isFloating}, is_lost_contact = ${isLostContact}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${memberId}`.execute(db);
  if (changes.isFloating && row.counted) {
    await addDeltas(db, [{ orgCode: row.org_code, fact: 'floating', value: '1', n: isFloating ? 1 : -1 }]);
  }
  return changes;
}
