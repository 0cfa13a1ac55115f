import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { dbMonth } from './bills.ts';

/** Whether a standard of a person's dues counts this month. */
export async function hasStandard(db: Db, memberId: string): Promise<boolean> {
  const { rows } =
    await sql`select from dues_standard where member_id = ${memberId} and from_month <= ${dbMonth} limit 1`.execute(db);
  return rows.length > 0;
}

/** How far somebody's dues are paid. */
export interface PaidTo {
  /** `YYYY-MM`; null where nothing was ever paid here. */
  month: string | null;
  /** Fen that were paid for the last paid month. */
  amount: number;
  /** Months until the current one that are due and open, the oldest first. */
  owed: string[];
}

/**
 * To which month the dues of a person are paid, as a letter of introduction says (党费交至): the last month that is paid or
 * exempt with nothing open before it. Months paid ahead count. The caller has found the person within its own scope.
 */
export async function findPaidTo(db: Db, memberId: string): Promise<PaidTo> {
  const { rows } = await sql<{ month: string | null; amount: string; owed: string[] }>`
    with own as (select month, amount, state from dues_bill where member_id = ${memberId} and state <> 6),
         gap as (select min(month) as month from own where state in (1, 2, 5))
    select (select max(o.month) from own o where o.state in (3, 4) and o.month < coalesce((select month from gap), '9999-12')) as month,
           coalesce((select o.amount from own o where o.state = 3 order by o.month desc limit 1), 0)::text as amount,
           coalesce((select array_agg(o.month order by o.month) from own o where o.state in (1, 2) and o.month <= ${dbMonth}),
                    '{}') as owed`.execute(db);
  const [row] = rows;
  return { month: row?.month ?? null, amount: Number(row?.amount ?? 0), owed: row?.owed ?? [] };
}

/**
 * Nothing is due any more of somebody who died, was expelled or whose membership was suspended: open bills of the months
 * after the one in which it happened become void, exempt and deferred ones too. What is paid stays in the books; what
 * was paid ahead is refunded by the branch. To be called in the transaction that brings it about.
 * @param lastMonth `YYYY-MM`, the month in which it happened: it stays due
 * @param reason as the bills say it, such as 党员去世
 * @returns how many bills became void
 */
export async function endMemberDues(db: Db, memberId: string, lastMonth: string, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update dues_bill set state = 6, reason = ${reason}, version = version + 1, updated_at = now()
     where member_id = ${memberId} and month > ${lastMonth} and state in (1, 2, 4, 5)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
