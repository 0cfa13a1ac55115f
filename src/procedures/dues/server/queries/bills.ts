import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { beginsWith, textHolds } from '#platform/server/database/search.ts';
import type { View } from '#procedures/dues/contract.ts';
import { KEEPERS } from '#procedures/dues/rules.ts';
import { childBills, subtreeBills, timelyBills } from './sums.ts';

/** Today's month by the database's clock, `YYYY-MM`. */
export const dbMonth = sql<string>`to_char(${dbToday}, 'YYYY-MM')`;

/** The month and the day of the database's clock. */
export async function monthAndToday(db: Db): Promise<{ current: string; today: string }> {
  const { rows } = await sql<{ current: string; today: string }>`
    select ${dbMonth} as current, ${dbToday}::text as today`.execute(db);
  return rows[0] ?? { current: '', today: '' };
}

export interface Place {
  id: string;
  code: string;
  name: string;
  type: number;
  parentId: string | null;
}

/** An organisation of the scope; undefined where there is none. */
export async function findPlace(db: Db, scope: Scope, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select id, code, name, type, parent_id as "parentId" from organisation
     where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows[0];
}

/** Full and probationary members in good standing, of whom dues are due. */
export const PAYS = sql`m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1`;
/** Whether a person was already a member in a month (article 8: from the month of the branch meeting). */
export const memberIn = (month: RawBuilder<string> | string) =>
  sql`coalesce(to_char(m.admission_date, 'YYYY-MM') <= ${month}, true)`;

const chosen = (onlyOrg: string | null, alias: string) =>
  onlyOrg === null ? sql`true` : sql`${sql.ref(`${alias}.org_id`)} = ${onlyOrg}`;

export interface SumRow {
  dueN: number;
  due: string;
  paidN: number;
  paid: string;
  owedN: number;
  owed: string;
  reliefN: number;
  relief: string;
  payingN: number;
  paying: string;
}

/**
 * The bills of a month by state; sums in fen as text. 应缴 is what is owed and paid; 欠缴 what has not come in, also where it
 * is being paid (支付中), here as in all sums; 免缴 and 缓缴 stand apart.
 */
export async function monthSums(db: Db, scope: Scope, onlyOrg: string | null, month: string): Promise<SumRow> {
  const part = (name: string, states: number[]) => sql`
    coalesce(sum(n) filter (where state = any(${states}::smallint[])), 0)::int as ${sql.ref(`${name}N`)},
    coalesce(sum(amount) filter (where state = any(${states}::smallint[])), 0)::text as ${sql.ref(name)}`;
  // Of a whole subtree the sums are kept; of one organisation its own bills are few.
  const from =
    onlyOrg === null
      ? subtreeBills(sql`select ${scope.from}::text as code`, month, month)
      : sql`select state, 1 as n, amount from dues_bill b where month = ${month} and ${within(scope, 'b.org_code')}
             and ${chosen(onlyOrg, 'b')}`;
  const { rows } = await sql<SumRow>`
    select ${sql.join([part('due', [1, 2, 3]), part('paid', [3]), part('owed', [1, 2]), part('relief', [4, 5]), part('paying', [2])])}
      from (${from}) b`.execute(db);
  return rows[0] as SumRow;
}

/** What was due and what was paid of each month of a span, of a whole scope; the oldest first. */
export async function ratesOf(db: Db, scope: Scope, from: string, until: string) {
  const { rows } = await sql<{ month: string; due: string; paid: string }>`
    select month, coalesce(sum(amount) filter (where state in (1, 2, 3)), 0)::text as due,
           coalesce(sum(amount) filter (where state = 3), 0)::text as paid
      from (${timelyBills(sql`select ${scope.from}::text as code`, from, until)}) b
     group by month having sum(n) filter (where state <> 6) > 0 order by month`.execute(db);
  return rows;
}

export interface BillRecord {
  id: string;
  memberId: string;
  name: string;
  orgId: string;
  orgName: string;
  category: number;
  month: string;
  payer: number | null;
  standardId: string | null;
  amount: string | null;
  state: number | null;
  arrears: number;
  arrearsAmount: string;
  paidOn: string | null;
  payType: number | null;
  receiptYear: number | null;
  receiptNo: number | null;
  reason: string;
}

export interface BillFilter {
  month: string;
  view: View;
  keyWords: string | null;
  onlyOrg: string | null;
}

const STATES: Readonly<Record<Exclude<View, 'noStandard'>, readonly number[]>> = {
  due: [1, 2, 3],
  paid: [3],
  owed: [1, 2],
  relief: [4, 5],
  paying: [2],
};

/** Names and their pinyin: an exact part of the name, or the beginning of its letters. */
const named = (words: string | null) =>
  words === null
    ? sql`true`
    : sql`(${textHolds(sql`m.name`, words)} or ${beginsWith(sql`m.initials`, words.toLowerCase())}
        or ${beginsWith(sql`m.pinyin`, words.toLowerCase())})`;

const arrearsOf = (member: RawBuilder<unknown>, month: string) => sql`
  lateral (select count(*)::int as n, coalesce(sum(amount), 0)::text as sum from dues_bill a
            where a.member_id = ${member} and a.month < ${month} and a.state = 1)`;

/**
 * The standard of a person that counts in a month, by which bills are made: the latest that has begun, but none that
 * follows 年初核定，全年不变 of the same year (`standardStartMonth`). @param person the column that holds the person
 */
export const standardInMonth = (person: RawBuilder<unknown>, month: string) => sql`
  lateral (select s.* from dues_standard s where s.member_id = ${person} and s.from_month <= ${month}
      and not exists (select from dues_standard k where k.member_id = s.member_id and k.keeps and k.payer = s.payer
                         and k.payer = any(${KEEPERS}::smallint[]) and k.from_month < s.from_month
                         and left(k.from_month, 4) = left(s.from_month, 4) and left(k.from_month, 4) = left(${month}::text, 4))
    order by s.from_month desc limit 1)`;

/** A page of a month's people in tree order, with how many there are. */
export async function pageOfBills(
  db: Db,
  scope: Scope,
  { month, view, keyWords, onlyOrg }: BillFilter,
  limit: number,
  offset: number,
): Promise<{ rows: BillRecord[]; total: number }> {
  const columns = sql`m.id as "memberId", m.name, o.id as "orgId", o.name as "orgName", m.person_category as category,
    ${month} as month, s.id as "standardId", arrears.n as arrears, arrears.sum as "arrearsAmount"`;
  const standard = sql`${standardInMonth(sql`m.id`, month)} s`;
  if (view === 'noStandard') {
    const from = sql`member m join organisation o on o.id = m.org_id
      where ${PAYS} and ${memberIn(month)} and ${within(scope, 'm.org_code')} and ${chosen(onlyOrg, 'm')} and ${named(keyWords)}
        and not exists (select from dues_standard s where s.member_id = m.id and s.from_month <= ${month})
        and not exists (select from dues_bill b where b.member_id = m.id and b.month = ${month} and b.state <> 6)`;
    const people = sql`(select m.*, o.name as org_name from ${from} order by m.org_code, m.sort, m.id limit ${limit} offset ${offset}) m`;
    const [page, total] = await Promise.all([
      sql<BillRecord>`select m.id, ${columns}, null::int as payer, null::text as amount, null::int as state,
          null::text as "paidOn", null::int as "payType", null::int as "receiptYear", null::int as "receiptNo", '' as reason
        from ${people} join organisation o on o.id = m.org_id left join ${standard} on true
        cross join ${arrearsOf(sql`m.id`, month)} arrears order by m.org_code, m.sort, m.id`.execute(db),
      sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
    ]);
    return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
  }
  const from = sql`dues_bill b join member m on m.id = b.member_id
    where b.month = ${month} and b.state = any(${STATES[view]}::smallint[]) and ${within(scope, 'b.org_code')}
      and ${chosen(onlyOrg, 'b')} and ${named(keyWords)}`;
  const [page, total] = await Promise.all([
    sql<BillRecord>`select b.id, ${columns}, b.payer, b.amount::text as amount, b.state, p.paid_on::text as "paidOn",
        p.pay_type as "payType", p.receipt_year as "receiptYear", p.receipt_no as "receiptNo", b.reason
      from (select b.* from ${from} order by b.org_code, m.sort, b.id limit ${limit} offset ${offset}) b
      join member m on m.id = b.member_id join organisation o on o.id = b.org_id
      left join ${standard} on true left join dues_payment p on p.id = b.payment_id
      cross join ${arrearsOf(sql`b.member_id`, month)} arrears order by b.org_code, m.sort, b.id`.execute(db),
    // Of a whole subtree the sums are kept; a name, or one organisation alone, leaves few to count.
    onlyOrg === null && keyWords === null
      ? sql<{ n: number }>`select coalesce(sum(n), 0)::int as n
          from (${subtreeBills(sql`select ${scope.from}::text as code`, month, month)}) kept
         where state = any(${STATES[view]}::smallint[])`.execute(db)
      : sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export interface TotalRecord {
  orgId: string;
  name: string;
  isBranch: boolean;
  /** It has moved away, or was revoked: it stands here with months of the time before. */
  isGone: boolean;
  due: string;
  paid: string;
  owed: string;
  people: number;
  owing: number;
}

/**
 * What the organisations directly below one owe and paid for some months, and what it collects itself; closed months stand
 * below whom they stood at that time. People are those of the month with the most: who is the same in several months is not
 * looked for in a whole city.
 */
export async function totals(
  db: Db,
  scope: Scope,
  place: Pick<Place, 'id'>,
  from: string,
  until: string,
): Promise<TotalRecord[]> {
  const children = sql`select id, code from organisation where parent_id = ${place.id} and ${within(scope, 'code')}`;
  const { rows } = await sql<TotalRecord>`
    with parts as materialized (
      select id, month, state, sum(n) as n, sum(amount) as amount from (${childBills(place.id, children, from, until)}) below
       where state <> 6 group by 1, 2, 3
      union all
      select ${place.id}::bigint, month, state, count(*), sum(amount) from dues_bill
       where org_id = ${place.id} and month between ${from} and ${until} and state <> 6 group by 2, 3
    ), months as (
      select id, month, sum(n) as n, sum(n) filter (where state in (1, 2, 3)) as people, sum(n) filter (where state in (1, 2)) as open,
             sum(amount) filter (where state in (1, 2, 3)) as due, sum(amount) filter (where state = 3) as paid,
             sum(amount) filter (where state in (1, 2)) as owed
        from parts group by 1, 2
    ), kin as (
      select id from (${children}) c union select id from parts
    )
    select k.id as "orgId", o.name,
           o.id = ${place.id} or (select c.id from organisation c where c.parent_id = o.id and c.deleted_at is null limit 1) is null as "isBranch",
           o.id <> ${place.id} and (o.deleted_at is not null or o.parent_id is distinct from ${place.id}) as "isGone",
           coalesce(sum(b.due), 0)::text as due, coalesce(sum(b.paid), 0)::text as paid, coalesce(sum(b.owed), 0)::text as owed,
           coalesce(max(b.people), 0)::int as people, coalesce(max(b.open), 0)::int as owing
      from kin k join organisation o on o.id = k.id left join months b on b.id = k.id
     group by k.id, o.id
    having coalesce(sum(b.n), 0) > 0 or (o.parent_id = ${place.id} and o.deleted_at is null)
     order by k.id = ${place.id} desc, "isGone", o.code`.execute(db);
  return rows;
}

/** Whom an organisation itself has billed in some months, whoever owes most first; sums in fen as text. */
export async function totalsOfPeople(db: Db, orgId: string, from: string, until: string, limit: number) {
  const { rows } = await sql<{
    memberId: string;
    name: string;
    due: string;
    paid: string;
    owed: string;
    months: number;
    owing: number;
  }>`
    select b.member_id as "memberId", m.name,
           coalesce(sum(b.amount) filter (where b.state in (1, 2, 3)), 0)::text as due,
           coalesce(sum(b.amount) filter (where b.state = 3), 0)::text as paid,
           coalesce(sum(b.amount) filter (where b.state in (1, 2)), 0)::text as owed,
           count(*) filter (where b.state in (1, 2, 3))::int as months,
           count(*) filter (where b.state in (1, 2))::int as owing
      from dues_bill b join member m on m.id = b.member_id
     where b.org_id = ${orgId} and b.month between ${from} and ${until} and b.state <> 6
     group by b.member_id, m.name
     order by sum(b.amount) filter (where b.state in (1, 2)) desc nulls last, b.member_id limit ${limit}`.execute(db);
  return rows;
}

/** Name of an account, for whoever reads who did something. */
export async function accountName(db: Db, id: string | null): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from account where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}
