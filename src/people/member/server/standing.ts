import type { Db } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { deltasOf, personOf } from './person.ts';
import * as queries from './queries/record.ts';

/** What a procedure decides about somebody's place on the roll. */
export interface Standing {
  membershipStatus: number;
  /** Where the person comes back: the branch, the way (0009) and the day. */
  entered?: { orgId: string; orgCode: string; joinType: number; on: string };
}

/**
 * Writes 党籍状态, and where somebody comes back the branch with it, into a record: with version, history and counters, in the
 * transaction that brings it about. For modules above; the caller has found the person in its own scope, or is a job.
 * @returns the status before; null where the person is gone
 */
export async function setStanding(
  db: Db,
  vault: Vault,
  memberId: string,
  next: Standing,
  by: string,
): Promise<number | null> {
  const row = await queries.lockMember(db, wholeScope, memberId);
  if (!row) return null;
  const before = personOf(row, vault);
  const { entered } = next;
  const after = {
    ...before,
    membershipStatus: next.membershipStatus,
    ...(entered ? { joinType: entered.joinType, joinedBranchOn: entered.on } : {}),
  };
  const columns: Record<string, unknown> = { membership_status: next.membershipStatus };
  if (entered) {
    Object.assign(columns, { join_type: entered.joinType, joined_branch_on: entered.on });
    if (entered.orgId !== row.org_id) {
      const { sort } = await queries.newPlace(db, entered.orgCode);
      Object.assign(columns, { org_id: entered.orgId, org_code: entered.orgCode, sort });
    }
  }
  await queries.updateMember(db, memberId, columns, by);
  const day = await queries.findCountedOn(db);
  await addDeltas(db, [
    ...deltasOf(before, row.org_code, -1, day),
    ...deltasOf(after, entered?.orgCode ?? row.org_code, 1, day),
  ]);
  return before.membershipStatus;
}
