import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Ledger } from '#platform/server/module.ts';

const ledger = (label: string, total: RawBuilder<unknown>): Ledger => ({
  label,
  async total(db: Db) {
    const { rows } = await sql<{ total: string }>`select coalesce((${total}), 0)::text as total`.execute(db);
    return rows[0]?.total ?? '0';
  },
});

/** The sums by which a restored backup is held against the original. */
export const duesLedgers: readonly Ledger[] = [
  ledger('应缴党费合计（分）', sql`select sum(amount) from dues_bill where state <> 6`),
  ledger('实收党费合计（分）', sql`select sum(total) from dues_payment where state <> 'refunded'`),
  ledger('凭证借贷相抵（分）', sql`select sum(amount) from dues_entry`),
  ledger('现金科目余额（分）', sql`select sum(amount) from dues_entry where account = '现金'`),
];
