import type { Db } from '#platform/server/database/db.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { lockAbsence, writeAway } from './queries/away.ts';

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
  const row = await lockAbsence(db, memberId);
  if (!row) return {};
  const { isFloating = row.is_floating, isLostContact = row.is_lost_contact } = next;
  const says = (value: boolean) => (value ? '是' : '否');
  const changes: Record<string, [string, string]> = {};
  if (isFloating !== row.is_floating) changes.isFloating = [says(row.is_floating), says(isFloating)];
  if (isLostContact !== row.is_lost_contact) changes.isLostContact = [says(row.is_lost_contact), says(isLostContact)];
  if (Object.keys(changes).length === 0) return changes;
  await writeAway(db, memberId, { isFloating, isLostContact }, by);
  if (changes.isFloating && row.counted) {
    await addDeltas(db, [{ orgCode: row.org_code, fact: 'floating', value: '1', n: isFloating ? 1 : -1 }]);
  }
  return changes;
}
