import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface OrderRecord {
  id: string;
  no: string;
  merchantId: string;
  channel: 1 | 2 | 3;
  orgId: string;
  orgCode: string;
  orgName: string;
  payType: 2 | 4;
  total: string;
  state: 1 | 2 | 3 | 4 | 5;
  reason: string;
  handedBy: number;
  handedName: string;
  note: string;
  accountId: string | null;
  payerName: string;
  payUrl: string;
  providerNo: string | null;
  received: string | null;
  paidAt: Date | null;
  asked: number;
  expiresAt: Date;
  createdAt: Date;
  version: number;
  names: string;
  people: number;
  firstMonth: string;
  lastMonth: string;
  months: number;
}

const ORDER = sql`d.id, d.no, d.merchant_id as "merchantId", d.channel, d.org_id as "orgId", d.org_code as "orgCode",
  o.name as "orgName", d.pay_type as "payType", d.total::text as total, d.state, d.reason, d.handed_by as "handedBy",
  d.handed_name as "handedName", d.note, d.account_id as "accountId", d.payer_name as "payerName", d.pay_url as "payUrl",
  d.provider_no as "providerNo", d.received::text as received, d.paid_at as "paidAt", d.asked, d.expires_at as "expiresAt",
  d.created_at as "createdAt", d.version, said.names, said.people, said.first as "firstMonth", said.last as "lastMonth", said.months`;
const FROM = sql`dues_order d join organisation o on o.id = d.org_id
  cross join lateral (
    select coalesce(string_agg(distinct m.name, '、'), '') as names, count(distinct m.id)::int as people,
           coalesce(min(b.month), '') as first, coalesce(max(b.month), '') as last, count(*)::int as months
      from dues_order_bill l join dues_bill b on b.id = l.bill_id join member m on m.id = b.member_id
     where l.order_id = d.id) said`;

async function one(db: Db, where: RawBuilder<unknown>): Promise<OrderRecord | undefined> {
  const { rows } = await sql<OrderRecord>`select ${ORDER} from ${FROM} where ${where}`.execute(db);
  return rows[0];
}

/** The order of an account by its number. */
export const ownOrder = (db: Db, accountId: string, no: string) =>
  one(db, sql`d.no = ${no} and d.account_id = ${accountId}`);

/** An order by number, of whichever organisation: for what a provider says of it. */
export const orderByNo = (db: Db, merchantId: string, no: string) =>
  one(db, sql`d.no = ${no} and d.merchant_id = ${merchantId}`);

/** An order of the scope. */
export const findOrder = (db: Db, scope: Scope, id: string) =>
  one(db, sql`d.id = ${id} and o.deleted_at is null and ${within(scope, 'd.org_code')}`);

/** An order locked until this transaction ends: of two who hear of its payment one waits for the other. */
export async function lockOrder(db: Db, id: string): Promise<OrderRecord | undefined> {
  await sql`select from dues_order where id = ${id} for update`.execute(db);
  return one(db, sql`d.id = ${id}`);
}

/** Orders of the account that can still be paid. */
export async function openOrdersOf(db: Db, accountId: string): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    select ${ORDER} from ${FROM} where d.account_id = ${accountId} and d.state = 1 order by d.id desc limit 20`.execute(
    db,
  );
  return rows;
}

/** Open orders that hold months of some people of the scope. */
export async function ordersHolding(db: Db, scope: Scope, memberIds: readonly string[]): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    select ${ORDER} from ${FROM}
     where d.state = 1 and ${within(scope, 'd.org_code')} and d.id in (
       select l.order_id from dues_order_bill l join dues_bill b on b.id = l.bill_id
        where l.open and b.member_id = any(${memberIds}::bigint[]))
     order by d.id limit 200`.execute(db);
  return rows;
}

/** Numbers of open orders that hold some of the bills. */
export async function orderNosOf(
  db: Db,
  billIds: readonly string[],
): Promise<{ no: string; accountId: string | null }[]> {
  const { rows } = await sql<{ no: string; accountId: string | null }>`
    select distinct d.no, d.account_id as "accountId" from dues_order_bill l join dues_order d on d.id = l.order_id
     where l.open and l.bill_id = any(${billIds}::bigint[])`.execute(db);
  return rows;
}

export interface NewOrder {
  no: string;
  merchantId: string;
  channel: number;
  orgId: string;
  orgCode: string;
  payType: 2 | 4;
  total: number;
  handedBy: number;
  handedName: string;
  note: string;
  accountId: string;
  payerName: string;
  minutes: number;
  askAfter: number;
  bills: readonly { id: string; amount: number }[];
}

/** Writes an order, and holds its months: they are 支付中 until it is settled. */
export async function insertOrder(db: Db, order: NewOrder): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dues_order (no, merchant_id, channel, org_id, org_code, pay_type, total, handed_by, handed_name, note, account_id,
                            payer_name, ask_at, expires_at)
    values (${order.no}, ${order.merchantId}, ${order.channel}, ${order.orgId}, ${order.orgCode}, ${order.payType},
            ${order.total}, ${order.handedBy}, ${order.handedName}, ${order.note}, ${order.accountId}, ${order.payerName},
            now() + make_interval(mins => ${order.askAfter}), now() + make_interval(mins => ${order.minutes}))
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  const ids = order.bills.map((bill) => bill.id);
  await sql`
    insert into dues_order_bill (order_id, bill_id, amount)
    select ${id}, * from unnest(${ids}::bigint[], ${order.bills.map(({ amount }) => String(amount))}::bigint[])`.execute(
    db,
  );
  await sql`
    update dues_bill set state = 2, version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`.execute(
    db,
  );
  return id;
}

/** Keeps where an order is paid. */
export async function keepPayUrl(db: Db, id: string, payUrl: string): Promise<void> {
  await sql`update dues_order set pay_url = ${payUrl}, version = version + 1, updated_at = now()
             where id = ${id} and pay_url = ''`.execute(db);
}

export interface HeldBill {
  id: string;
  memberId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  month: string;
  amount: string;
  state: number;
  /** What the order was to pay for it. */
  ordered: string;
  open: boolean;
}

/** The months of an order, locked. */
export async function lockOrderBills(db: Db, orderId: string): Promise<HeldBill[]> {
  const { rows } = await sql<HeldBill>`
    select b.id, b.member_id as "memberId", b.org_id as "orgId", b.org_code as "orgCode", o.name as "orgName", b.month,
           b.amount::text as amount, b.state, l.amount::text as ordered, l.open
      from dues_order_bill l join dues_bill b on b.id = l.bill_id join organisation o on o.id = b.org_id
     where l.order_id = ${orderId} order by b.id for update of b`.execute(db);
  return rows;
}

/** The order lets its months go; those that still wait for it are due again. */
export async function releaseBills(db: Db, orderId: string): Promise<void> {
  await sql`
    update dues_bill b set state = 1, version = version + 1, updated_at = now()
      from dues_order_bill l where l.order_id = ${orderId} and l.open and l.bill_id = b.id and b.state = 2`.execute(db);
  await sql`update dues_order_bill set open = false where order_id = ${orderId} and open`.execute(db);
}

export interface OrderEnd {
  state: 2 | 3 | 4 | 5;
  reason?: string;
  providerNo?: string;
  received?: number;
  paidAt?: Date | null;
}

export async function endOrder(db: Db, id: string, end: OrderEnd): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_order set state = ${end.state}, reason = ${end.reason ?? ''}, provider_no = coalesce(${end.providerNo ?? null}, provider_no),
           received = coalesce(${end.received ?? null}, received), paid_at = coalesce(${end.paidAt ?? null}, paid_at),
           version = version + 1, updated_at = now()
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Open orders whose provider is to be asked now. */
export async function dueOrders(db: Db, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dues_order where state = 1 and ask_at <= now() order by ask_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Notes when an order is asked for next. */
export async function askAgain(db: Db, id: string, minutes: number): Promise<void> {
  await sql`
    update dues_order set asked = asked + 1, ask_at = now() + make_interval(mins => ${minutes}) where id = ${id}`.execute(
    db,
  );
}

export interface OrderFilter {
  onlyOrg: string | null;
  state: number | null;
}

/** A page of orders, the newest first. */
export async function pageOfOrders(db: Db, scope: Scope, filter: OrderFilter, limit: number, offset: number) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'd.org_code')];
  if (filter.onlyOrg) parts.push(sql`d.org_id = ${filter.onlyOrg}`);
  if (filter.state) parts.push(sql`d.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<OrderRecord>`select ${ORDER} from ${FROM} where ${where} order by d.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from dues_order d where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Orders of an organisation that stand against closing a month: still open, or money that nobody has given back. */
export async function countUnsettledOrders(db: Db, orgId: string): Promise<{ open: number; odd: number }> {
  const { rows } = await sql<{ open: number; odd: number }>`
    select count(*) filter (where state = 1)::int as open, count(*) filter (where state = 4)::int as odd
      from dues_order where org_id = ${orgId} and state in (1, 4)`.execute(db);
  return rows[0] ?? { open: 0, odd: 0 };
}

export interface RefundRecord {
  id: string;
  no: string;
  orderId: string;
  paymentId: string | null;
  orgId: string;
  orgCode: string;
  amount: string;
  state: 'waiting' | 'done' | 'failed';
  tries: number;
  createdBy: string;
}

/** Has money given back by the way it came; once a payment, once an order that was never booked. */
export async function insertRefund(
  db: Db,
  refund: {
    no: string;
    orderId: string;
    paymentId: string | null;
    orgId: string;
    orgCode: string;
    amount: number;
    by: string;
  },
): Promise<void> {
  await sql`
    insert into dues_order_refund (no, order_id, payment_id, org_id, org_code, amount, created_by)
    values (${refund.no}, ${refund.orderId}, ${refund.paymentId}, ${refund.orgId}, ${refund.orgCode}, ${refund.amount}, ${refund.by})
    on conflict do nothing`.execute(db);
}

export async function dueRefunds(db: Db, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dues_order_refund where state = 'waiting' and try_at <= now() order by try_at, id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function lockRefund(db: Db, id: string): Promise<RefundRecord | undefined> {
  const { rows } = await sql<RefundRecord>`
    select id, no, order_id as "orderId", payment_id as "paymentId", org_id as "orgId", org_code as "orgCode",
           amount::text as amount, state, tries, created_by as "createdBy"
      from dues_order_refund where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function refundDone(db: Db, id: string): Promise<void> {
  await sql`update dues_order_refund set state = 'done', done_at = now(), fault = '' where id = ${id}`.execute(db);
}

/** Tried in vain: again after so many minutes. */
export async function refundLater(db: Db, id: string, fault: string, minutes: number): Promise<void> {
  await sql`
    update dues_order_refund set tries = tries + 1, fault = ${fault}, try_at = now() + make_interval(mins => ${minutes})
     where id = ${id}`.execute(db);
}
