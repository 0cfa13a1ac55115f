import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { recordsChanged } from '#platform/server/records/write.ts';

/** How a party member came or left; each procedure adds its own. */
export type LedgerWay =
  | 'recruited'
  | 'revoked'
  | 'restored'
  | 'transferredIn'
  | 'transferredInWhole'
  | 'expelled'
  | 'suspended'
  | 'died'
  | 'transferredOut'
  | 'transferredOutWhole'
  | 'other';

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
  /** The transfer of module relation that both ends belong to. */
  transferId?: string;
}

/** Writes one line of 党员增减台账, in the transaction that brings it about. */
export async function addToLedger(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`
    insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_by, transfer_id)
    values (${entry.memberId}, ${entry.orgId}, ${entry.orgCode}, ${entry.sign}, ${entry.way}, ${entry.happenedOn}, ${entry.by},
            ${entry.transferId ?? null})`.execute(db);
}

/**
 * The day on which somebody was accepted had been recorded wrongly: its line of the ledger and the entering row follow, in
 * the transaction that corrects the record.
 */
export async function correctAdmissionDay(
  db: Db,
  memberId: string,
  from: string,
  to: string,
  by: string,
): Promise<void> {
  await sql`
    update member_ledger set happened_on = ${to}
     where member_id = ${memberId} and way = 'recruited' and happened_on = ${from}`.execute(db);
  await recordsChanged(
    sql`member_id = ${memberId} and kind = 'entering' and fields ->> 'joinType' = '1' and fields ->> 'joinedOn' = ${from}`,
    by,
    { fields: sql`jsonb_set(fields, '{joinedOn}', to_jsonb(${to}::text))`, orderedBy: to },
  ).execute(db);
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`;

/**
 * 党员增减台账 after a day as changes of counts: `member_id, org_code, fact, day, n`. A line counts for `probationary` as well where the
 * person had not been converted on its day.
 * @param from a date
 */
export const ledgerMoves = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.member_id, l.org_code, f.fact, l.recorded_on as day, l.sign::int as n
    from member_ledger l join member m on m.id = l.member_id
    join (values ('members'), ('probationary')) as f (fact)
      on f.fact = 'members' or m.person_category = 2 or (m.person_category = 1 and m.conversion_date > l.recorded_on)
   where l.recorded_on > ${from}`;

/** People whose record was entered or deleted after a day: `id, org_code, category, has_left, created_on, deleted_on, is_new`. */
export const enteredPeople = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.id, m.org_code, m.person_category as category, m.membership_status between 2 and 6 as has_left,
         ${dayOf('m.created_at')} as created_on, ${dayOf('m.deleted_at')} as deleted_on, ${dayOf('m.created_at')} > ${from} as is_new
    from member m where m.created_at >= ${from} or m.deleted_at >= ${from}`;
