import { moveOwnRoles } from '#kernel/permission/server/index.ts';
import { entering, PASSED } from '#people/member/rules/records.ts';
import { addToLedger } from '#people/member/server/index.ts';
import { leavePostsElsewhere } from '#people/org/server/index.ts';
import { MOST_RECORDS } from '#platform/records/records.ts';
import type { Db } from '#platform/server/database/db.ts';
import { insertRecord } from '#platform/server/records/queries.ts';

/** Dictionary 0009: 组织关系转入, 整建制转入. */
export const JOIN_TYPE = { single: 2, whole: 4 } as const;

/** A branch at one end. */
export interface End {
  id: string;
  code: string;
  name: string;
}

export interface Move {
  transferId: string;
  memberId: string;
  /** 1 to 5; members alone stand in the ledger and get an entering row. */
  category: number;
  /** Null: an organisation outside. */
  from: End | null;
  to: End | null;
  /** How the other end is called where it lies outside. */
  outside: string;
  letterNo: string;
  whole: boolean;
  /** `YYYY-MM-DD`. */
  on: string;
  by: { accountId: string | null; name: string };
}

/**
 * What follows in the modules below when somebody has gone from one branch to another, in the transaction that moves the
 * row: the ledger at both ends, the passed entering row, the roles of the person's account, posts of leaderships.
 * @returns the posts that ended, as they are called
 */
export async function applyMoveConsequences(db: Db, move: Move): Promise<string[]> {
  const { from, to, memberId, by } = move;
  const isMember = move.category <= 2;
  if (isMember) {
    const entry = { memberId, happenedOn: move.on, by: by.name, transferId: move.transferId };
    if (from)
      await addToLedger(db, {
        ...entry,
        orgId: from.id,
        orgCode: from.code,
        sign: -1,
        way: move.whole ? 'transferredOutWhole' : 'transferredOut',
      });
    if (to)
      await addToLedger(db, {
        ...entry,
        orgId: to.id,
        orgCode: to.code,
        sign: 1,
        way: move.whole ? 'transferredInWhole' : 'transferredIn',
      });
  }
  if (isMember && to) {
    const fields = {
      joinType: String(move.whole ? JOIN_TYPE.whole : JOIN_TYPE.single),
      joinedOn: move.on,
      fromOrg: from?.name ?? move.outside,
      letterNo: move.letterNo,
      state: PASSED,
      auditor: by.name,
    };
    const title = move.whole ? '整建制转入' : '组织关系转入';
    await insertRecord(
      db,
      {
        sort: entering,
        ownerId: memberId,
        title,
        orderedBy: move.on,
        fields,
        by: by.name,
        ...(by.accountId === null ? {} : { byId: by.accountId }),
      },
      MOST_RECORDS,
    );
  }
  if (from && to) await moveOwnRoles(db, memberId, from.id, to.id, by.name);
  return leavePostsElsewhere(db, memberId, to?.code ?? '');
}
