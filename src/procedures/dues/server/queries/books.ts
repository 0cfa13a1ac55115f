import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface MonthRecord {
  orgId: string;
  orgCode: string;
  orgName: string;
  month: string;
  state: number;
  people: number;
  due: string;
  owed: string;
  received: string;
  cash: string;
  closedBy: string;
  reason: string;
  version: number;
}

const cashOf = sql`coalesce((select sum(e.amount) from dues_entry e join dues_voucher v on v.id = e.voucher_id
  where v.org_id = d.org_id and v.month <= d.month and e.account = '现金'), 0)::text`;
const receivedIn = sql`coalesce((select -sum(e.amount) from dues_entry e join dues_voucher v on v.id = e.voucher_id
  where v.org_id = d.org_id and v.month = d.month and v.kind <> 'carried' and e.account in ('党费收入', '大额党费')), 0)::text`;
const MONTH = sql`d.org_id as "orgId", o.code as "orgCode", o.name as "orgName", d.month, d.state,
  bills.people, bills.due, bills.owed, ${receivedIn} as received, ${cashOf} as cash,
  d.closed_by as "closedBy", d.reason, d.version`;
/** What stands beside a month `d`: its organisation and the sums of its bills. */
const BESIDE = sql`join organisation o on o.id = d.org_id
  cross join lateral (
    select count(*)::int as people, coalesce(sum(amount) filter (where state in (1, 2, 3)), 0)::text as due,
           coalesce(sum(amount) filter (where state in (1, 2)), 0)::text as owed
      from dues_bill b where b.org_id = d.org_id and b.month = d.month and b.state <> 6) bills`;

export interface MonthFilter {
  onlyOrg: string | null;
  month: string | null;
  year: string | null;
  state: number | null;
}

/** A page of months of organisations, the newest first, with how many there are. */
export async function pageOfMonths(db: Db, scope: Scope, filter: MonthFilter, limit: number, offset: number) {
  // Closed months of what has moved away are still shown to whoever was above it then.
  const kept = sql`(d.org_id, d.month) in (
    select a.org_id, a.month from dues_kept a join organisation above on above.id = a.above_id where above.code = ${scope.from})`;
  const parts: RawBuilder<unknown>[] = [sql`(${within(scope, 'o.code')} or ${kept})`, sql`o.deleted_at is null`];
  if (filter.onlyOrg) parts.push(sql`d.org_id = ${filter.onlyOrg}`);
  if (filter.month) parts.push(sql`d.month = ${filter.month}`);
  if (filter.year) parts.push(sql`left(d.month, 4) = ${filter.year}`);
  if (filter.state) parts.push(sql`d.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    // The page first: sums are added up for its rows alone.
    sql<MonthRecord>`select ${MONTH} from (
        select d.* from dues_month d join organisation o on o.id = d.org_id where ${where}
         order by d.month desc, o.code, d.org_id limit ${limit} offset ${offset}) d ${BESIDE}
      order by d.month desc, o.code, d.org_id`.execute(db),
    sql<{
      n: number;
    }>`select count(*)::int as n from dues_month d join organisation o on o.id = d.org_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A month of an organisation of the scope; `lock` keeps it, and every hand-in into it, for this transaction. */
export async function findMonth(
  db: Db,
  scope: Scope,
  orgId: string,
  month: string,
  lock = false,
): Promise<MonthRecord | undefined> {
  if (lock) await sql`select from dues_month where org_id = ${orgId} and month = ${month} for update`.execute(db);
  const { rows } = await sql<MonthRecord>`
    select ${MONTH} from dues_month d ${BESIDE} where d.org_id = ${orgId} and d.month = ${month} and ${within(scope, 'o.code')}`.execute(
    db,
  );
  return rows[0];
}

/** The state of an organisation's month, held against its closing while this transaction books into it; 0: not opened. */
export async function shareMonth(db: Db, orgId: string, month: string): Promise<number> {
  const { rows } = await sql<{ state: number }>`
    select state from dues_month where org_id = ${orgId} and month = ${month} for share`.execute(db);
  return rows[0]?.state ?? 0;
}

/** Balances of an organisation's accounts up to a month, included. */
export async function balances(db: Db, orgId: string, month: string): Promise<{ account: string; amount: string }[]> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select e.account, sum(e.amount)::text as amount from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${orgId} and v.month <= ${month} group by e.account order by e.account`.execute(db);
  return rows;
}

/** Lets one at a time take cash of an organisation away; answers the state of the month as `shareMonth` does. */
export async function lockBooks(db: Db, orgId: string, month: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dues.cash:' || ${orgId}, 0))`.execute(db);
  return shareMonth(db, orgId, month);
}

/** Cash that an organisation holds now. */
export async function cash(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(e.amount), 0)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${orgId} and e.account = '现金'`.execute(db);
  return Number(rows[0]?.sum ?? 0);
}

/** Cash and money in the bank that an organisation holds now, in fen. */
export async function cashAndBank(db: Db, orgId: string): Promise<{ cash: number; bank: number }> {
  const { rows } = await sql<{ cash: string; bank: string }>`
    select coalesce(sum(e.amount) filter (where e.account = '现金'), 0)::text as cash,
           coalesce(sum(e.amount) filter (where e.account = '银行'), 0)::text as bank
      from dues_entry e join dues_voucher v on v.id = e.voucher_id where v.org_id = ${orgId}`.execute(db);
  return { cash: Number(rows[0]?.cash ?? 0), bank: Number(rows[0]?.bank ?? 0) };
}

/** Refunds asked for and not decided, and whether an account collected in the month. */
export async function closingFacts(db: Db, orgId: string, month: string, accountId: string) {
  const { rows } = await sql<{ asked: number; collected: boolean }>`
    select count(*) filter (where state = 'asked')::int as asked,
           coalesce(bool_or(account_id = ${accountId}), false) as collected
      from dues_payment where org_id = ${orgId} and month = ${month}`.execute(db);
  return rows[0] ?? { asked: 0, collected: false };
}

/** Closes a month, or opens a closed one again. */
export async function setMonth(
  db: Db,
  orgId: string,
  month: string,
  to: { state: 2; by: string } | { state: 3; by: string; reason: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_month set state = ${to.state}, version = version + 1,
           closed_at = ${to.state === 2 ? sql`now()` : sql`null`}, closed_by = ${to.state === 2 ? to.by : ''},
           reopened_by = ${to.state === 3 ? to.by : sql`reopened_by`}, reason = ${to.state === 3 ? to.reason : sql`reason`}
     where org_id = ${orgId} and month = ${month} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface VoucherRecord {
  id: string;
  month: string;
  kind: string;
  summary: string;
  entries: { account: string; amount: number }[];
  createdBy: string;
  createdAt: Date;
  receiptYear: number | null;
  receiptNo: number | null;
}

/** Vouchers of an organisation, the newest first. */
export async function pageOfVouchers(db: Db, orgId: string, month: string | null, limit: number, offset: number) {
  const where = sql`v.org_id = ${orgId} and ${month === null ? sql`true` : sql`v.month = ${month}`}`;
  const [page, total] = await Promise.all([
    sql<VoucherRecord>`
      select v.id, v.month, v.kind, v.summary, v.created_by as "createdBy", v.created_at as "createdAt",
             p.receipt_year as "receiptYear", p.receipt_no as "receiptNo",
             (select json_agg(json_build_object('account', e.account, 'amount', e.amount) order by e.id)
                from dues_entry e where e.voucher_id = v.id) as entries
        from dues_voucher v left join dues_payment p on p.id = v.payment_id
       where ${where} order by v.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from dues_voucher v where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
