import { sql } from 'kysely';
import { evidenceOf, withdrawEvidence } from '#house/server/pointEvidence.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';

const SOURCE = 'duesTimely';
const subjectOf = (billId: string) => `duesBill:${billId}`;

/**
 * Months that were paid within their month, by whoever pays quarterly within the quarter (《党费规定》第十二条), count on the
 * day of the payment; a month that is paid ahead, on its first day.
 */
const write = (billIds: readonly string[] | null) =>
  evidenceOf(
    sql`
  select ${SOURCE}, 'duesBill:' || b.id, b.member_id, b.org_id, b.org_code, greatest(p.paid_on, (b.month || '-01')::date), 100,
         substr(b.month, 1, 4) || '年' || substr(b.month, 6, 2)::int || '月党费', '/affairs/dues/member-record/' || b.member_id || '/-/0'
    from dues_bill b join dues_payment p on p.id = b.payment_id left join dues_config c on c.member_id = b.member_id
   where b.state = 3 and b.amount > 0 and ${billIds ? sql`b.id = any(${billIds}::bigint[])` : sql`true`}
     and p.paid_on < case when c.quarterly then date_trunc('quarter', (b.month || '-01')::date) + interval '3 months'
                          else (b.month || '-01')::date + interval '1 month' end`,
    ['day'],
  );

/** Evidence of bills that were paid just now, those of them in time. */
export async function recordTimelyEvidence(db: Db, billIds: readonly string[]): Promise<void> {
  await write(billIds).execute(db);
}

/** These months are due again. */
export const withdrawTimelyEvidence = (db: Db, billIds: readonly string[]) =>
  withdrawEvidence(db, [SOURCE], billIds.map(subjectOf));

export const duesPointSources: readonly PointSource[] = [
  {
    code: SOURCE,
    label: '按时缴纳党费',
    unit: '月',
    link: '/affairs/dues',
    takeUp: async (db) => Number((await write(null).execute(db)).numAffectedRows ?? 0),
  },
];
