import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** How a party member came or left; each procedure adds its own. */
export type LedgerWay = 'recruited' | 'revoked';

export interface LedgerEntry {
  memberId: string;
  orgId: string;
  orgCode: string;
  /** 1 came, -1 left. */
  sign: 1 | -1;
  way: LedgerWay;
  /** `YYYY-MM-DD` from which it counts. */
  happenedOn: string;
  by: string;
}

/** Writes one line of 党员增减台账, in the transaction that brings it about. */
export async function addToLedger(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`
    insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_by)
    values (${entry.memberId}, ${entry.orgId}, ${entry.orgCode}, ${entry.sign}, ${entry.way}, ${entry.happenedOn}, ${entry.by})`.execute(
    db,
  );
}
