import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { type BillLine, type Cause, DAYS_APART } from '#procedures/dues/rules.statement.ts';
import { dbMonth } from './bills.ts';

/** Lines written in one statement. */
const CHUNK = 5000;
/** From so many lines on a file is joined as a whole. */
const MANY_LINES = 5000;
const dayOf = (column: RawBuilder<unknown>) => sql`(${column} at time zone 'Asia/Shanghai')::date`;

/** A row of a file that was taken for no line: its number from 1, and why. */
export interface UnreadAt {
  row: number;
  why: string;
}

export interface NewStatement {
  merchantId: string;
  orgId: string;
  orgCode: string;
  fileName: string;
  fileHash: Buffer;
  by: string;
  /** `payer`: its keyed digest; null: the bill does not name one. */
  lines: readonly (Omit<BillLine, 'payer'> & { payer: Buffer | null })[];
  unread: number;
  unreadRows: readonly UnreadAt[];
}

/** Keeps a file with the lines that no other file has brought; null: this very file was read before. */
export async function insertStatement(db: Db, one: NewStatement): Promise<{ id: string; known: number } | null> {
  const days = one.lines.map(({ day }) => day).sort();
  const sum = (of: (line: NewStatement['lines'][number]) => number) =>
    String(one.lines.reduce((all, line) => all + of(line), 0));
  const { rows } = await sql<{ id: string }>`
    insert into dues_statement (merchant_id, org_id, org_code, file_name, file_hash, first_on, last_on, lines, total, fee, created_by,
                                unread, unread_rows)
    values (${one.merchantId}, ${one.orgId}, ${one.orgCode}, ${one.fileName}, ${one.fileHash}, ${days[0]}, ${days.at(-1)},
            ${one.lines.length}, ${sum(({ refund, amount }) => (refund ? -amount : amount))}, ${sum(({ fee }) => fee)}, ${one.by},
            ${one.unread}, ${JSON.stringify(one.unreadRows)})
    on conflict (merchant_id, file_hash) do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  let written = 0;
  for (let at = 0; at < one.lines.length; at += CHUNK) {
    const part = one.lines.slice(at, at + CHUNK);
    const { numAffectedRows } = await sql`
      insert into dues_statement_line (statement_id, merchant_id, refund, key, order_no, trade_no, refund_no, day, amount, payer_index)
      select ${id}, ${one.merchantId}, * from unnest(${part.map(({ refund }) => refund)}::boolean[], ${part.map(({ key }) => key)}::text[],
        ${part.map(({ orderNo }) => orderNo)}::text[], ${part.map(({ tradeNo }) => tradeNo)}::text[],
        ${part.map(({ refundNo }) => refundNo)}::text[], ${part.map(({ day }) => day)}::date[],
        ${part.map(({ amount }) => String(amount))}::bigint[], ${part.map(({ payer }) => payer)}::bytea[])
      on conflict (merchant_id, refund, key) do nothing`.execute(db);
    written += Number(numAffectedRows ?? 0);
  }
  const known = one.lines.length - written;
  if (known > 0) await sql`update dues_statement set known = ${known} where id = ${id}`.execute(db);
  return { id, known };
}

/** One reconciliation of an account at a time. */
export const lockMerchant = (db: Db, merchantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('dues.reconcile:' || ${merchantId}::text, 0))`.execute(db);

/**
 * Compares the new lines of a statement with the orders by number, sum and day, and finds the paid orders of its days that no
 * line names; in a few statements, however long the file. Answers how many agree, do not, and are missing.
 */
export async function matchStatement(db: Db, merchantId: string, statementId: string) {
  const { rows: size } = await sql<{ lines: number }>`
    select lines from dues_statement where id = ${statementId}`.execute(db);
  // Nobody has counted lines that were written a moment ago: taken for a few, a long file would be joined line by line with itself.
  if ((size[0]?.lines ?? 0) > MANY_LINES) await sql`select set_config('enable_nestloop', 'off', true)`.execute(db);
  await sql`
    with fresh as (
      select l.id, l.amount, l.day, d.id as order_id, d.state, d.received, d.reconcile, ${dayOf(sql`d.paid_at`)} as paid_on,
             row_number() over (partition by d.id order by l.id) as nth
        from dues_statement_line l left join dues_order d on d.no = l.order_no and d.merchant_id = l.merchant_id
       where l.statement_id = ${statementId} and not l.refund
    ), judged as (
      select *, case when order_id is null then 'noOrder' when nth > 1 or reconcile = 1 then 'twice'
                     when state in (1, 3) then 'unbooked' when received is distinct from amount then 'amount'
                     when abs(day - paid_on) > ${DAYS_APART}::int then 'day' end as cause
        from fresh
    )
    update dues_statement_line l set order_id = j.order_id, cause = j.cause, state = case when j.cause is null then 1 else 2 end
      from judged j where l.id = j.id`.execute(db);
  await sql`
    with fresh as (
      select l.id, l.amount, r.order_id, r.state, r.amount as asked, row_number() over (partition by r.id order by l.id) as nth
        from dues_statement_line l
        left join lateral (
          select r.* from dues_order_refund r join dues_order d on d.id = r.order_id and d.merchant_id = l.merchant_id
           where r.no = l.refund_no or (l.refund_no = '' and d.no = l.order_no and r.amount = l.amount) order by r.id limit 1) r on true
       where l.statement_id = ${statementId} and l.refund
    )
    update dues_statement_line l set order_id = f.order_id,
           cause = case when f.order_id is null or f.state <> 'done' or f.asked <> f.amount or f.nth > 1 then 'refund' end,
           state = case when f.order_id is null or f.state <> 'done' or f.asked <> f.amount or f.nth > 1 then 2 else 1 end
      from fresh f where l.id = f.id`.execute(db);
  await sql`
    update dues_order d set reconcile = least(l.state, 2), reconcile_reason = ''
      from (select order_id, min(state) as state from dues_statement_line
             where statement_id = ${statementId} and not refund and order_id is not null group by order_id) l
     where d.id = l.order_id and d.reconcile <> 1`.execute(db);
  const { rows: missing } = await sql<{ n: number }>`
    with gone as (
      update dues_order d set reconcile = 2
        from dues_statement s
       where s.id = ${statementId} and d.merchant_id = s.merchant_id and d.state in (2, 4, 5) and d.reconcile = 0
         and d.paid_at >= s.first_on::timestamp at time zone 'Asia/Shanghai'
         and d.paid_at < (s.last_on + 1)::timestamp at time zone 'Asia/Shanghai'
      returning d.id)
    select count(*)::int as n from gone`.execute(db);
  const { rows } = await sql<{ matched: number; odd: number }>`
    select count(*) filter (where state = 1)::int as matched, count(*) filter (where state = 2)::int as odd
      from dues_statement_line where statement_id = ${statementId}`.execute(db);
  await settleLines(db, merchantId, sql`l.statement_id = ${statementId}`);
  return { matched: rows[0]?.matched ?? 0, odd: rows[0]?.odd ?? 0, missing: missing[0]?.n ?? 0 };
}

/**
 * Takes the money of lines that agree out of 渠道在途 into the bank, a voucher an organisation and month: whole, since fees of
 * providers are not paid out of dues. What belongs to a closed month stands in the open one. Payments say that they agree.
 * @param where a condition over the lines `l`
 */
async function settleLines(db: Db, merchantId: string, where: RawBuilder<unknown>, by = '对账'): Promise<void> {
  await sql`
    with ready as (
      update dues_statement_line l set settled = true
       where l.merchant_id = ${merchantId} and l.state = 1 and not l.settled and l.order_id is not null and ${where}
      returning l.id, l.refund, l.order_id, l.amount, l.day
    ), money as (
      select p.org_id, p.org_code, p.month, p.total as amount
        from ready r join dues_order d on d.id = r.order_id join dues_payment p on p.order_id = d.id where not r.refund and d.state = 2
      union all
      select d.org_id, d.org_code, to_char(r.day, 'YYYY-MM'), r.amount
        from ready r join dues_order d on d.id = r.order_id where not r.refund and d.state in (4, 5)
      union all
      select d.org_id, d.org_code, to_char(r.day, 'YYYY-MM'), -r.amount
        from ready r join dues_order d on d.id = r.order_id where r.refund
    ), sums as materialized (
      select m.org_id, m.org_code, case when o.state = 2 then ${dbMonth} else m.month end as month, sum(m.amount) as amount, count(*) as n
        from money m left join dues_month o on o.org_id = m.org_id and o.month = m.month group by 1, 2, 3 having sum(m.amount) <> 0
    ), vouchers as (
      insert into dues_voucher (org_id, org_code, month, kind, summary, created_by)
      select org_id, org_code, month, 'settled', '对账到账' || n || '笔', ${by} from sums returning id, org_id, month
    )
    insert into dues_entry (voucher_id, account, amount)
    select v.id, e.account, s.amount * e.sign from vouchers v join sums s on s.org_id = v.org_id and s.month = v.month
     cross join (values ('银行', 1), ('渠道在途', -1)) as e (account, sign)`.execute(db);
  await sql`
    update dues_payment p set reconcile = d.reconcile from dues_order d
     where p.order_id = d.id and d.merchant_id = ${merchantId} and p.reconcile <> d.reconcile`.execute(db);
}

/** The same for one line that somebody has dealt with. */
export const settleLine = (db: Db, merchantId: string, lineId: string, by: string) =>
  settleLines(db, merchantId, sql`l.id = ${lineId}`, by);

export interface OddRecord {
  id: string;
  side: 'line' | 'order';
  cause: Cause;
  channel: 1 | 2 | 3;
  accountOrgName: string;
  day: string;
  orderNo: string;
  tradeNo: string;
  refund: boolean;
  amount: string;
  ours: string | null;
  paidOn: string | null;
  names: string;
  state: number;
  reason: string;
  decidedBy: string;
  version: number;
}

const NAMES = sql`coalesce((select string_agg(distinct m.name, '、') from dues_order_bill b join dues_bill i on i.id = b.bill_id
  join member m on m.id = i.member_id where b.order_id = d.id), '')`;
const LINE = sql`l.id, 'line' as side, l.cause, a.channel, o.name as "accountOrgName", l.day::text as day, l.order_no as "orderNo",
  l.trade_no as "tradeNo", l.refund, l.amount::text as amount, coalesce(d.received, d.total)::text as ours,
  ${dayOf(sql`d.paid_at`)}::text as "paidOn", ${NAMES} as names, l.state, l.reason, l.decided_by as "decidedBy", l.version`;
const LINES = sql`dues_statement_line l join dues_merchant a on a.id = l.merchant_id join organisation o on o.id = a.org_id
  left join dues_order d on d.id = l.order_id`;
const ORDER = sql`d.id, 'order' as side, 'missing' as cause, a.channel, o.name as "accountOrgName", ${dayOf(sql`d.paid_at`)}::text as day,
  d.no as "orderNo", coalesce(d.provider_no, '') as "tradeNo", false as refund, coalesce(d.received, d.total)::text as amount,
  coalesce(d.received, d.total)::text as ours, ${dayOf(sql`d.paid_at`)}::text as "paidOn", ${NAMES} as names, d.reconcile as state,
  d.reconcile_reason as reason, '' as "decidedBy", d.version`;
const ORDERS = sql`dues_order d join dues_merchant a on a.id = d.merchant_id join organisation o on o.id = a.org_id`;
/** An order that a line speaks of already is shown by that line. */
const UNSPOKEN = sql`not exists (select from dues_statement_line x where x.order_id = d.id and not x.refund and x.state in (2, 3))`;

/** A page of what does not agree, what waits first. */
export async function pageOfOdd(
  db: Db,
  scope: Scope,
  filter: { onlyOrg: string | null; cause: Cause | null; state: number | null },
  limit: number,
  offset: number,
) {
  const place = sql`${within(scope, 'a.org_code')} and ${filter.onlyOrg === null ? sql`true` : sql`a.org_id = ${filter.onlyOrg}`}`;
  const state = (column: string) =>
    filter.state === null
      ? sql`${sql.ref(column)} in (2, 3)`
      : sql`${sql.ref(column)} = ${filter.state} and ${sql.ref(column)} in (2, 3)`;
  const all = sql`
    select ${LINE} from ${LINES} where ${place} and ${state('l.state')}
       and ${filter.cause === null ? sql`true` : sql`l.cause = ${filter.cause}`}
    union all
    select ${ORDER} from ${ORDERS} where ${place} and ${state('d.reconcile')} and ${UNSPOKEN}
       and ${filter.cause === null || filter.cause === 'missing' ? sql`true` : sql`false`}`;
  const [page, total] = await Promise.all([
    sql<OddRecord>`select * from (${all}) odd order by state, day desc, side, id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number; waiting: number; amount: string }>`
      select count(*)::int as n, count(*) filter (where state = 2)::int as waiting,
             coalesce(sum(amount::bigint) filter (where state = 2), 0)::text as amount from (${all}) odd`.execute(db),
  ]);
  const [sums] = total.rows;
  return {
    rows: page.rows,
    total: sums?.n ?? 0,
    waiting: { count: sums?.waiting ?? 0, amount: Number(sums?.amount ?? 0) },
  };
}

/** Somebody for whom the line's payer paid before, as a person joined it by hand. */
const REMEMBERED = sql`exists (select from dues_payer p join dues_order_bill b on b.order_id = d.id join dues_bill i on i.id = b.bill_id
  where p.merchant_id = l.merchant_id and p.payer_index = l.payer_index and p.member_id = i.member_id)`;

/** Remembers for whom a line's payer paid; what a bill does not name is not remembered. */
export const rememberPayer = (db: Db, lineId: string, orderId: string, by: string) =>
  sql`insert into dues_payer (merchant_id, payer_index, member_id, linked_by)
      select distinct l.merchant_id, l.payer_index, i.member_id, ${by}::text from dues_statement_line l
        join dues_order_bill b on b.order_id = ${orderId} join dues_bill i on i.id = b.bill_id
       where l.id = ${lineId} and l.payer_index is not null
      on conflict (merchant_id, payer_index, member_id)
        do update set times = dues_payer.times + 1, linked_by = excluded.linked_by, linked_at = now()`.execute(db);

/**
 * Paid orders that no bill names, of the sums of some lines of accounts, within three days; a few a line, those of whom the
 * line's payer paid for before first.
 */
export async function partnersOf(db: Db, lineIds: readonly string[]) {
  const { rows } = await sql<{ lineId: string; no: string; names: string; day: string; remembered: boolean }>`
    select l.id as "lineId", d.no, ${NAMES} as names, ${dayOf(sql`d.paid_at`)}::text as day, d.remembered
      from dues_statement_line l
      cross join lateral (
        select d.*, ${REMEMBERED} as remembered from dues_order d
         where d.merchant_id = l.merchant_id and d.state in (2, 4, 5) and d.reconcile in (0, 2, 3) and d.received = l.amount
           and d.paid_at between (l.day - 3)::timestamp and (l.day + 4)::timestamp and ${UNSPOKEN}
         order by remembered desc, d.paid_at, d.id limit 3) d
     where l.id = any(${lineIds}::bigint[]) and l.cause = 'noOrder' and not l.refund order by l.id, d.remembered desc, d.paid_at, d.id`.execute(
    db,
  );
  return rows;
}

export interface HeldLine {
  id: string;
  merchantId: string;
  orgCode: string;
  refund: boolean;
  cause: Cause | null;
  orderId: string | null;
  orderNo: string;
  tradeNo: string;
  day: string;
  amount: string;
  state: number;
  version: number;
}

/** An exception of the scope, locked: a line of a bill, or an order that no bill names. */
export async function lockOdd(db: Db, scope: Scope, side: 'line' | 'order', id: string): Promise<HeldLine | undefined> {
  const line = sql<HeldLine>`
    select l.id, l.merchant_id as "merchantId", a.org_code as "orgCode", l.refund, l.cause, l.order_id as "orderId",
           l.order_no as "orderNo", l.trade_no as "tradeNo", l.day::text as day, l.amount::text as amount, l.state, l.version
      from dues_statement_line l join dues_merchant a on a.id = l.merchant_id
      join organisation o on o.id = a.org_id and o.deleted_at is null
     where l.id = ${id} and ${within(scope, 'a.org_code')} for update of l`;
  const order = sql<HeldLine>`
    select d.id, d.merchant_id as "merchantId", a.org_code as "orgCode", false as refund, 'missing' as cause, d.id as "orderId",
           d.no as "orderNo", coalesce(d.provider_no, '') as "tradeNo", ${dayOf(sql`d.paid_at`)}::text as day,
           coalesce(d.received, d.total)::text as amount, d.reconcile as state, d.version
      from dues_order d join dues_merchant a on a.id = d.merchant_id
      join organisation o on o.id = a.org_id and o.deleted_at is null
     where d.id = ${id} and ${within(scope, 'a.org_code')} for update of d`;
  const { rows } = await (side === 'line' ? line : order).execute(db);
  return rows[0];
}

export interface LineEnd {
  state: 1 | 2 | 3;
  reason: string;
  by: string;
  orderId?: string;
  /** Its money was never booked and went back: there is nothing to settle. */
  settled?: boolean;
}

export async function endLine(db: Db, id: string, end: LineEnd): Promise<void> {
  await sql`
    update dues_statement_line set state = ${end.state}, reason = ${end.reason}, decided_by = ${end.by}, decided_at = now(),
           order_id = coalesce(${end.orderId ?? null}, order_id), settled = settled or ${end.settled ?? false}, version = version + 1
     where id = ${id}`.execute(db);
}

export async function setOrder(db: Db, id: string, reconcile: 1 | 2 | 3, reason: string): Promise<void> {
  await sql`update dues_order set reconcile = ${reconcile}, reconcile_reason = ${reason}, version = version + 1, updated_at = now()
             where id = ${id}`.execute(db);
}

/** The paid order of an account that a line may be joined to, locked. */
export async function lockPartner(db: Db, merchantId: string, no: string) {
  const { rows } = await sql<{ id: string; received: string | null; state: number; reconcile: number }>`
    select id, received::text as received, state, reconcile from dues_order
     where merchant_id = ${merchantId} and no = ${no} for update`.execute(db);
  return rows[0];
}

export interface StatementRecord {
  id: string;
  fileName: string;
  channel: 1 | 2 | 3;
  orgName: string;
  firstOn: string;
  lastOn: string;
  lines: number;
  known: number;
  matched: number;
  odd: number;
  unread: number;
  unreadRows: UnreadAt[];
  total: string;
  fee: string;
  createdBy: string;
  createdAt: Date;
}

/** Files that were read, the newest first. */
export async function pageOfStatements(db: Db, scope: Scope, onlyOrg: string | null, limit: number, offset: number) {
  const where = sql`${within(scope, 's.org_code')} and ${onlyOrg === null ? sql`true` : sql`s.org_id = ${onlyOrg}`}`;
  const [page, total] = await Promise.all([
    sql<StatementRecord>`
      select s.id, s.file_name as "fileName", a.channel, o.name as "orgName", s.first_on::text as "firstOn", s.last_on::text as "lastOn",
             s.lines, s.known, sums.matched, sums.odd, s.unread, s.unread_rows as "unreadRows", s.total::text as total, s.fee::text as fee, s.created_by as "createdBy",
             s.created_at as "createdAt"
        from (select * from dues_statement s where ${where} order by s.id desc limit ${limit} offset ${offset}) s
        join dues_merchant a on a.id = s.merchant_id join organisation o on o.id = s.org_id
        cross join lateral (
          select count(*) filter (where state = 1)::int as matched, count(*) filter (where state in (2, 3))::int as odd
            from dues_statement_line l where l.statement_id = s.id) sums
       order by s.id desc`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from dues_statement s where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Payments online of a month that no bill has confirmed, and those that do not agree. */
export async function countUnreconciled(db: Db, orgId: string, month: string): Promise<{ open: number; odd: number }> {
  const { rows } = await sql<{ open: number; odd: number }>`
    select count(*) filter (where reconcile = 0)::int as open, count(*) filter (where reconcile in (2, 3))::int as odd
      from dues_payment where org_id = ${orgId} and month = ${month} and order_id is not null and state <> 'refunded'`.execute(
    db,
  );
  return rows[0] ?? { open: 0, odd: 0 };
}
