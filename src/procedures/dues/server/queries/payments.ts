import { type RawBuilder, sql } from 'kysely';
import { successorOf, successorsQuery } from '#people/org/server/index.ts';
import type { Home } from '#people/org/server/residents.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { inScope, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { standardInMonth } from './bills.ts';
import { recordTimelyEvidence } from './evidence.ts';

/** What is handed over of the dues of a revoked organisation, and by whose way its receipts are looked for. */
export const BOOKS = 'duesBooks';

export interface OpenBill {
  id: string;
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  month: string;
  amount: string;
  state: number;
}

const BILL = sql`b.id, b.member_id as "memberId", m.name, b.org_id as "orgId", b.org_code as "orgCode", o.name as "orgName",
  b.month, b.amount::text as amount, b.state`;

/** Bills of the scope by id, locked in the order of their ids, so that of two collectors one waits for the other. */
export async function lockBills(db: Db, scope: Scope, ids: readonly string[]): Promise<OpenBill[]> {
  const { rows } = await sql<OpenBill>`
    select ${BILL} from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = b.org_id
     where b.id = any(${ids}::bigint[]) and o.deleted_at is null and ${within(scope, 'b.org_code')}
     order by b.id for update of b`.execute(db);
  return rows;
}

/** Open bills of some people within the scope, the oldest first. */
export async function openBillsOf(db: Db, scope: Scope, memberIds: readonly string[]): Promise<OpenBill[]> {
  const { rows } = await sql<OpenBill>`
    select ${BILL} from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = b.org_id
     where b.member_id = any(${memberIds}::bigint[]) and b.state = 1 and ${within(scope, 'b.org_code')}
     order by m.org_code, m.sort, m.id, b.month`.execute(db);
  return rows;
}

/** People of the scope with what they pay a month now; fewer than asked where one is foreign. */
export async function payers(db: Db, scope: Scope, ids: readonly string[], month: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    orgId: string;
    orgName: string;
    amount: string | null;
    proxyName: string;
  }>`
    select m.id, m.name, o.id as "orgId", o.name as "orgName", s.amount::text as amount,
           coalesce(c.proxy_name, '') as "proxyName"
      from member m join organisation o on o.id = m.org_id
      left join ${standardInMonth(sql`m.id`, month)} s on true
      left join dues_config c on c.member_id = m.id
     where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}
     order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** The next receipt number of an organisation and year; taken in the paying transaction, so that none is skipped. */
export async function nextReceipt(db: Db, orgId: string, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into dues_receipt (org_id, year, last) values (${orgId}, ${year}, 1)
    on conflict (org_id, year) do update set last = dues_receipt.last + 1 returning last`.execute(db);
  return rows[0]?.last ?? 0;
}

export interface NewPayment {
  /** The first receipt of the same cash, which was taken back in part. */
  reissuedFrom?: string;
  orgId: string;
  orgCode: string;
  payType: number;
  handedBy: number;
  handedName: string;
  total: number;
  extra: number;
  paidOn: string;
  receiptNo: number;
  note: string;
  accountId: string | null;
  collector: string;
  /** The month whose book it stands in; that of `paidOn` where none is named. */
  month?: string;
  /** The order by which it was paid online. */
  orderId?: string;
  bills: readonly { id: string; amount: number }[];
}

/** Writes a payment, the months it is for, and marks them as paid. */
export async function insertPayment(db: Db, one: NewPayment): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dues_payment (org_id, org_code, pay_type, handed_by, handed_name, total, extra, paid_on, month, receipt_year,
                              receipt_no, note, account_id, collector, order_id, reissued_from)
    values (${one.orgId}, ${one.orgCode}, ${one.payType}, ${one.handedBy}, ${one.handedName}, ${one.total}, ${one.extra},
            ${one.paidOn}, ${one.month ?? one.paidOn.slice(0, 7)}, ${Number(one.paidOn.slice(0, 4))}, ${one.receiptNo},
            ${one.note}, ${one.accountId}, ${one.collector}, ${one.orderId ?? null}, ${one.reissuedFrom ?? null})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  const ids = one.bills.map((bill) => bill.id);
  await sql`
    insert into dues_payment_bill (payment_id, bill_id, amount)
    select ${id}, * from unnest(${ids}::bigint[], ${one.bills.map(({ amount }) => String(amount))}::bigint[])`.execute(
    db,
  );
  await sql`
    update dues_bill set state = 3, payment_id = ${id}, version = version + 1, updated_at = now()
     where id = any(${ids}::bigint[])`.execute(db);
  await recordTimelyEvidence(db, ids);
  return id;
}

/** Debit above, credit below zero, in fen. */
export type Entries = Readonly<Record<string, number>>;

/** Books a voucher and answers its id; the database refuses one that is not balanced or falls into a closed month. */
export async function bookVoucher(
  db: Db,
  voucher: {
    orgId: string;
    orgCode: string;
    month: string;
    kind: string;
    summary: string;
    paymentId?: string;
    by: string;
  },
  entries: Entries,
): Promise<string> {
  const lines = Object.entries(entries).filter(([, amount]) => amount !== 0);
  const { rows } = await sql<{ id: string }>`
    insert into dues_voucher (org_id, org_code, month, kind, summary, payment_id, created_by)
    values (${voucher.orgId}, ${voucher.orgCode}, ${voucher.month}, ${voucher.kind}, ${voucher.summary},
            ${voucher.paymentId ?? null}, ${voucher.by}) returning id`.execute(db);
  await sql`
    insert into dues_entry (voucher_id, account, amount)
    select ${rows[0]?.id ?? '0'}, * from unnest(${lines.map(([account]) => account)}::text[],
      ${lines.map(([, amount]) => String(amount))}::bigint[])`.execute(db);
  return rows[0]?.id ?? '';
}

export interface PaymentRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  names: string;
  people: number;
  firstMonth: string;
  lastMonth: string;
  months: number;
  total: string;
  extra: string;
  payType: number;
  handedBy: number;
  handedName: string;
  paidOn: string;
  month: string;
  receiptYear: number;
  receiptNo: number;
  collector: string;
  accountId: string | null;
  reconcile: number;
  state: 'valid' | 'asked' | 'refunded';
  refundReason: string;
  /** Ids of the bills that are to go back; none: all. */
  refundBills: string[];
  reissuedFrom: string | null;
  orderId: string | null;
  askedBy: string | null;
  askedName: string;
  version: number;
}

const PAYMENT = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", said.names, said.people,
  said.first as "firstMonth", said.last as "lastMonth", said.months, p.total::text as total, p.extra::text as extra,
  p.pay_type as "payType", p.handed_by as "handedBy", p.handed_name as "handedName", p.paid_on::text as "paidOn", p.month,
  p.receipt_year as "receiptYear", p.receipt_no as "receiptNo", p.collector, p.account_id as "accountId", p.reconcile, p.state,
  p.refund_reason as "refundReason", p.refund_bills::text[] as "refundBills", p.reissued_from as "reissuedFrom", p.order_id as "orderId", p.asked_by as "askedBy", p.asked_name as "askedName", p.version`;
const PAYMENT_FROM = sql`dues_payment p join organisation o on o.id = p.org_id
  cross join lateral (
    select string_agg(distinct m.name, '、') as names, count(distinct m.id)::int as people, min(b.month) as first,
           max(b.month) as last, count(*)::int as months
      from dues_payment_bill l join dues_bill b on b.id = l.bill_id join member m on m.id = b.member_id
     where l.payment_id = p.id) said`;

export interface PaymentFilter {
  onlyOrg: string | null;
  month: string | null;
  state: string | null;
  keyWords: string | null;
}

/** A page of payments, the newest first, with how many there are. */
export async function pageOfPayments(
  db: Db,
  scope: Scope,
  filter: PaymentFilter,
  limit: number,
  offset: number,
): Promise<{ rows: PaymentRecord[]; total: number }> {
  // Receipts of revoked organisations stand with whoever took over.
  const taken = (over: RawBuilder<unknown>) => sql`p.org_id in (
    select gone_id from (${successorsQuery(BOOKS, sql`true`)}) heir where ${over})`;
  const parts: RawBuilder<unknown>[] = [
    filter.onlyOrg
      ? sql`${within(scope, 'p.org_code')} and p.org_id = ${filter.onlyOrg} or ${taken(sql`id = ${filter.onlyOrg} and ${within(scope, 'code')}`)}`
      : sql`${within(scope, 'p.org_code')} or ${taken(within(scope, 'code'))}`,
  ].map((whose) => sql`(${whose})`);
  if (filter.month) parts.push(sql`p.month = ${filter.month}`);
  if (filter.state) parts.push(sql`p.state = ${filter.state}`);
  if (filter.keyWords) {
    parts.push(sql`exists (select from dues_payment_bill l join dues_bill b on b.id = l.bill_id
      join member m on m.id = b.member_id where l.payment_id = p.id and ${textHolds(sql`m.name`, filter.keyWords)})`);
  }
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<PaymentRecord>`select ${PAYMENT} from ${PAYMENT_FROM} where ${where} order by p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from dues_payment p where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Payments for one person's months of a year, refunded ones too, with what of each was this person's. */
export async function paymentsOf(db: Db, memberId: string, year: number) {
  // From the person's bills to the payments: the other way round every payment of the deployment would be read.
  const { rows } = await sql<PaymentRecord & { own: string }>`
    with own as materialized (
      select l.payment_id, sum(l.amount)::text as own
        from dues_bill b join dues_payment_bill l on l.bill_id = b.id
       where b.member_id = ${memberId} and b.month between ${`${year}-01`} and ${`${year}-12`}
       group by l.payment_id
    )
    select ${PAYMENT}, own.own from ${PAYMENT_FROM} join own on own.payment_id = p.id
     where p.id in (select payment_id from own)
     order by p.id desc`.execute(db);
  return rows;
}

/** A payment with the organisation whose books it concerns: its own, or whoever took over from that one. */
export type HeldPayment = PaymentRecord & { book: Home };

const LOCKED = sql`for update of p`;

/** A payment of the scope, locked; that of a revoked organisation is its successor's affair. */
export const lockPayment = (db: Db, scope: Scope, id: string) => paymentHeld(db, scope, id, LOCKED);

/** The same, to be read alone. */
export const findPayment = (db: Db, scope: Scope, id: string) => paymentHeld(db, scope, id, sql``);

async function paymentHeld(
  db: Db,
  scope: Scope,
  id: string,
  lock: RawBuilder<unknown>,
): Promise<HeldPayment | undefined> {
  const { rows: held } = await sql<Home & { revoked: boolean }>`
    select o.id, p.org_code as code, o.name, o.deleted_at is not null as revoked
      from dues_payment p join organisation o on o.id = p.org_id where p.id = ${id} ${lock}`.execute(db);
  const [own] = held;
  const book = own?.revoked ? await successorOf(db, own.id, BOOKS) : own;
  if (!book || !inScope(scope, book.code)) return undefined;
  const { rows } = await sql<PaymentRecord>`select ${PAYMENT} from ${PAYMENT_FROM} where p.id = ${id}`.execute(db);
  return rows[0] && { ...rows[0], book: { id: book.id, code: book.code, name: book.name } };
}

/** What an account has taken in cash today by the database's day, refunded receipts left out. */
export async function takenToday(db: Db, scope: Scope, accountId: string) {
  const { rows } = await sql<{ receipts: number; people: number; amount: string }>`
    select count(*)::int as receipts, coalesce(sum(who.people), 0)::int as people, coalesce(sum(p.total), 0)::text as amount
      from dues_payment p left join dues_payment f on f.id = p.reissued_from
      cross join lateral (select count(distinct b.member_id) as people from dues_payment_bill l join dues_bill b on b.id = l.bill_id
                           where l.payment_id = p.id) who
     where ${within(scope, 'p.org_code')} and p.month >= to_char(${dbToday} - 31, 'YYYY-MM') and p.account_id = ${accountId}
       and p.order_id is null and p.state <> 'refunded' and (coalesce(f.created_at, p.created_at) at time zone 'Asia/Shanghai')::date = ${dbToday}`.execute(
    db,
  );
  return rows[0] ?? { receipts: 0, people: 0, amount: '0' };
}
