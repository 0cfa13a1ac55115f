import { type RawBuilder, sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Entries } from './payments.ts';

const counted = async (db: Db, query: RawBuilder<{ id: string; n: number }>): Promise<Map<string, number>> =>
  new Map((await query.execute(db)).rows.map(({ id, n }) => [id, n]));

/** Accounts of which the whole balance goes along. */
const KEPT = ['现金', '银行', '渠道在途', '大额党费', '待退款'] as const;
/** Accounts of which this year's part goes along: the successor hands up what was received and not handed up. */
const OF_THE_YEAR = ['党费收入', '利息', '下级上缴', '应上缴'] as const;
const accounts = (all: readonly string[]) => sql`array[${sql.join([...all])}]::text[]`;

/** What of an organisation's books goes to the one that takes over, with the counter-account that balances it. */
export async function balanceOf(db: Db, orgId: string, year: string): Promise<Entries> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${orgId} and (e.account = any(${accounts(KEPT)})
        or (e.account = any(${accounts(OF_THE_YEAR)}) and left(v.month, 4) = ${year}))
     group by e.account having sum(e.amount) <> 0 order by e.account`.execute(db);
  const sums: Record<string, number> = Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
  const rest = Object.values(sums).reduce((all, sum) => all + sum, 0);
  return rest === 0 ? sums : { ...sums, 组织结转: -rest };
}

/** The lines of vouchers that were carried, added up. */
export async function sumCarriedEntries(db: Db, ids: readonly string[]): Promise<Entries> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.id = any(${ids}::bigint[]) and v.kind = 'carried' group by e.account order by e.account`.execute(db);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** Those of some organisations whose books hold a balance; 1 each. */
export const booksWithBalance = (db: Db, orgIds: readonly string[]): Promise<Map<string, number>> =>
  counted(
    db,
    sql<{ id: string; n: number }>`
    select org_id as id, 1 as n from (
      select v.org_id from dues_entry e join dues_voucher v on v.id = e.voucher_id
       where v.org_id = any(${orgIds}::bigint[]) and e.account = any(${accounts(KEPT)})
       group by v.org_id, e.account having sum(e.amount) <> 0) held group by org_id`,
  );

/** Bills that some organisations have open. */
export const unpaidBills = (db: Db, orgIds: readonly string[]): Promise<Map<string, number>> =>
  counted(
    db,
    sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from dues_bill
     where org_id = any(${orgIds}::bigint[]) and state in (1, 5) group by 1`,
  );

/** Payments upwards and grants downwards of some organisations that wait for a confirmation. */
export const undecidedHandups = (db: Db, orgIds: readonly string[]): Promise<Map<string, number>> =>
  counted(
    db,
    sql<{ id: string; n: number }>`
    select org.id, count(*)::int as n from dues_handup h
      join unnest(${orgIds}::bigint[]) org (id) on org.id in (h.org_id, h.to_org_id)
     where h.state = 'pending' group by 1`,
  );

/** Orders on their way and refunds to be decided of some organisations. */
export const waitingOrders = (db: Db, orgIds: readonly string[]): Promise<Map<string, number>> =>
  counted(
    db,
    sql<{ id: string; n: number }>`
    select id, count(*)::int as n from (
      select org_id as id from dues_order where org_id = any(${orgIds}::bigint[]) and state in (1, 4)
      union all
      select org_id from dues_payment where org_id = any(${orgIds}::bigint[]) and state = 'asked') waiting group by 1`,
  );

/**
 * Puts the open bills of an organisation to another one, all of them or some.
 * @returns the ids of those that went
 */
export async function moveUnpaidBills(
  db: Db,
  fromId: string,
  to: Home,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update dues_bill set org_id = ${to.id}, org_code = ${to.code}, version = version + 1, updated_at = now()
     where org_id = ${fromId} and state in (1, 5) ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
