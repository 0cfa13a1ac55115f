import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Place } from './bills.ts';
import { FOLLOWS, timelyBills } from './sums.ts';

/** What a payment was for, by person. */
export async function linesOf(db: Db, paymentId: string) {
  const { rows } = await sql<{ name: string; first: string; last: string; months: number; amount: string }>`
    select m.name, min(b.month) as first, max(b.month) as last, count(*)::int as months, sum(l.amount)::text as amount
      from dues_payment_bill l join dues_bill b on b.id = l.bill_id join member m on m.id = b.member_id
     where l.payment_id = ${paymentId} group by m.id, m.name order by min(m.sort), m.id`.execute(db);
  return rows;
}

/** Counts a print; answers how many there are now. */
export async function countPrint(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ printed: number }>`
    update dues_payment set printed = printed + 1 where id = ${paymentId} returning printed`.execute(db);
  return rows[0]?.printed ?? 1;
}

export interface SheetLine {
  name: string;
  payer: number | null;
  /** The monthly sum of the last bill of the year; null for organisations. */
  monthly: string | null;
  people: number;
  quarters: string[];
  due: string;
  total: string;
  late: boolean;
  exempt: boolean;
  deferred: boolean;
  proxy: boolean;
  first: string;
  last: string;
}

const paidIn = (quarter: number) => sql`coalesce(sum(b.amount) filter (where b.state = 3
  and (substr(b.month, 6, 2)::int + 2) / 3 = ${quarter}), 0)::text`;
const SUMS = sql`array[${paidIn(1)}, ${paidIn(2)}, ${paidIn(3)}, ${paidIn(4)}] as quarters,
  coalesce(sum(b.amount) filter (where b.state in (1, 2, 3)), 0)::text as due,
  coalesce(sum(b.amount) filter (where b.state = 3), 0)::text as total, min(b.month) as first, max(b.month) as last,
  coalesce(bool_or(left(p.paid_on::text, 7) > b.month), false) as late, bool_or(b.state = 4) as exempt,
  bool_or(b.state = 5) as deferred, coalesce(bool_or(p.handed_by <> 1), false) as proxy`;

/** The people whom an organisation billed in a year, with what they paid for each quarter. */
export async function sheetPeople(db: Db, orgId: string, year: number): Promise<SheetLine[]> {
  const { rows } = await sql<SheetLine>`
    select m.name, (array_agg(b.payer order by b.month desc))[1] as payer,
           (array_agg(b.amount order by b.month desc))[1]::text as monthly, 1 as people, ${SUMS}
      from dues_bill b join member m on m.id = b.member_id left join dues_payment p on p.id = b.payment_id
     where b.org_id = ${orgId} and b.month between ${`${year}-01`} and ${`${year}-12`} and b.state <> 6
     group by m.id, m.name order by m.sort, m.id`.execute(db);
  return rows;
}

/** The organisations directly below one, with what was paid in each subtree; closed months stand where they stood at that time. */
export async function sheetOrgs(db: Db, scope: Scope, place: Place, year: number): Promise<SheetLine[]> {
  const span = sql`b.month between ${`${year}-01`} and ${`${year}-12`} and b.state <> 6`;
  const { rows } = await sql<SheetLine>`
    select o.name, null::int as payer, null::text as monthly, count(distinct b.member_id)::int as people, ${SUMS}
      from (
        select o.id as child_id, b.id from organisation o
          join dues_bill b on b.org_code >= o.code collate "C" and b.org_code < (o.code || ':') collate "C" and ${span} and ${FOLLOWS}
         where o.parent_id = ${place.id} and ${within(scope, 'o.code')}
        union all
        select a.child_id, b.id from dues_kept a join dues_bill b on b.org_id = a.org_id and b.month = a.month and ${span}
         where a.above_id = ${place.id}
      ) counted
      join organisation o on o.id = counted.child_id
      join dues_bill b on b.id = counted.id
      left join dues_payment p on p.id = b.payment_id
     group by o.id order by o.code`.execute(db);
  return rows;
}

/** What a subtree owed, paid and had let off in some months, month by month; closed months as `timelyBills` counts them. */
export async function monthsOf(db: Db, scope: Scope, from: string, until: string) {
  const { rows } = await sql<{
    month: string;
    people: number;
    payers: number;
    due: string;
    paid: string;
    relief: number;
  }>`
    select month, coalesce(sum(n) filter (where state in (1, 2, 3)), 0)::int as people,
           coalesce(sum(n) filter (where state = 3), 0)::int as payers,
           coalesce(sum(amount) filter (where state in (1, 2, 3)), 0)::text as due,
           coalesce(sum(amount) filter (where state = 3), 0)::text as paid,
           coalesce(sum(n) filter (where state in (4, 5)), 0)::int as relief
      from (${timelyBills(sql`select ${scope.from}::text as code`, from, until)}) b
     where state <> 6 group by month having sum(n) > 0 order by month`.execute(db);
  return rows;
}

export interface LeftRecord {
  id: string;
  name: string;
  orgName: string;
  isDeleted: boolean;
  status: number;
  isElsewhere: boolean;
  firstMonth: string;
  lastMonth: string;
  paidTo: string | null;
  paid: string;
  owed: string;
}

/** People who were billed within the scope and have left: died, out of the party, gone elsewhere, or deleted. */
export async function pageOfLeft(
  db: Db,
  scope: Scope,
  filter: { onlyOrg: string | null; keyWords: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: LeftRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [
    within(scope, 'b.org_code'),
    sql`b.state <> 6`,
    sql`(m.deleted_at is not null or m.membership_status <> 1 or not ${within(scope, 'm.org_code')}
         ${filter.onlyOrg ? sql`or m.org_id <> ${filter.onlyOrg}` : sql``})`,
  ];
  if (filter.onlyOrg) parts.push(sql`b.org_id = ${filter.onlyOrg}`);
  if (filter.keyWords) parts.push(textHolds(sql`m.name`, filter.keyWords));
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<LeftRecord>`
      select m.id, m.name, (array_agg(o.name order by b.month desc))[1] as "orgName", m.deleted_at is not null as "isDeleted",
             m.membership_status as status, not ${within(scope, 'm.org_code')} as "isElsewhere",
             min(b.month) as "firstMonth", max(b.month) as "lastMonth", max(b.month) filter (where b.state = 3) as "paidTo",
             coalesce(sum(b.amount) filter (where b.state = 3), 0)::text as paid,
             coalesce(sum(b.amount) filter (where b.state in (1, 2)), 0)::text as owed
        from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = b.org_id
       where ${where} group by m.id order by max(b.month) desc, m.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`
      select count(distinct m.id)::int as n from dues_bill b join member m on m.id = b.member_id where ${where}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Branches of the scope that billed anybody in a year, in tree order. */
export async function branchesOf(db: Db, scope: Scope, year: number, after: string, limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select o.id, o.code, o.name, o.type, o.parent_id as "parentId" from organisation o
     where o.deleted_at is null and ${within(scope, 'o.code')} and o.code > ${after} collate "C"
       and exists (select from dues_bill b where b.org_id = o.id and b.org_code = o.code and b.state <> 6
                      and b.month between ${`${year}-01`} and ${`${year}-12`})
     order by o.code limit ${limit}`.execute(db);
  return rows;
}
