import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { addMonths, LEAST_RATE } from '#procedures/dues/rules.ts';
import { PAYS } from './bills.ts';
import { branchesNotHandedUp } from './unhanded.ts';

/** People with open bills for each of the last so many ended months. @param beside a further condition over bill `b` and person `m` */
const unpaidFor = (scope: Scope, current: string, months: number, beside = sql`true`) => sql`
  select m.id, m.name, o.name as "orgName", m.org_id, m.org_code, sum(b.amount)::text as owed
    from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = m.org_id
   where b.state in (1, 2) and b.month >= ${addMonths(current, -months)} and b.month < ${current}
     and ${within(scope, 'b.org_code')} and ${within(scope, 'm.org_code')} and ${PAYS} and ${beside}
   group by m.id, m.name, o.name, m.org_id, m.org_code having count(distinct b.month) = ${months}`;

/** Branches with members that have not opened the current month. */
const unopened = (scope: Scope, current: string) => sql`
  select o.id, o.name, p.name as "orgName", o.code from organisation o left join organisation p on p.id = o.parent_id
   where o.deleted_at is null and ${within(scope, 'o.code')}
     -- One person of each is looked for: as a condition of existence everybody would be read.
     and (select true from member m where m.org_id = o.id and ${PAYS} limit 1)
     and not exists (select from dues_month d where d.org_id = o.id and d.month = ${current})`;

/** Branches of whose dues of last month less than `LEAST_RATE` came in; from the open bills, which are few. */
const lowRate = (scope: Scope, current: string) => {
  const month = addMonths(current, -1);
  return sql`
  select o.id, o.name, p.name as "orgName", o.code, u.owed::text as owed, d.due::text as due
    from (select b.org_id, sum(b.amount) as owed from dues_bill b
           where b.state in (1, 2) and b.month = ${month} and ${within(scope, 'b.org_code')} group by b.org_id) u
    join organisation o on o.id = u.org_id and o.deleted_at is null and ${within(scope, 'o.code')}
    left join organisation p on p.id = o.parent_id
    cross join lateral (select sum(b.amount) as due from dues_bill b
                         where b.org_id = u.org_id and b.month = ${month} and b.state in (1, 2, 3)) d
   where u.owed * 100 > d.due * ${100 - LEAST_RATE}::int`;
};

/** Branches that have not handed up what they received last month. */
const notHandedUp = (scope: Scope, current: string) => sql`
  select u.id, u.name, p.name as "orgName", u.code, u.sum::text as owed
    from (${branchesNotHandedUp(addMonths(current, -1), within(scope, 'o.code'))}) u left join organisation p on p.id = u.parent_id`;

/** Months that two records of one person had both paid before they were merged: one of them is to be refunded. */
const paidTwice = (scope: Scope) => sql`
  select k.id, m.name, o.name as "orgName", k.org_id, k.org_code, d.org_code as other_code, k.month, k.amount::text as owed
    from member_merge g
    join dues_bill k on k.member_id = g.kept_id and k.state = 3
    join dues_bill d on d.member_id = g.dropped_id and d.month = k.month and d.state = 3
    join member m on m.id = k.member_id join organisation o on o.id = d.org_id
   where g.undone_at is null and ${within(scope, 'k.org_code')} and ${within(scope, 'd.org_code')}`;

/** How many rows break each rule at a place. */
export interface AtPlace {
  place: string;
  code: string;
  n: number;
}

/** Of the rules whose rows stand at one organisation each: how many break them at each of some organisations or below. */
export async function countBranches(
  db: Db,
  scope: Scope,
  codes: readonly string[],
  current: string,
): Promise<AtPlace[]> {
  const { rows } = await sql<AtPlace>`
    select ${placeColumn(codes, 'code')} as place, 'duesUnopened' as code, count(*)::int as n
      from (${unopened(scope, current)}) a group by 1
    union all
    select ${placeColumn(codes, 'code')}, 'duesLowRate', count(*)::int from (${lowRate(scope, current)}) b group by 1`.execute(
    db,
  );
  return rows;
}

/** The same of the rules that hang on where somebody was billed and where he stands now, and of the few. */
export async function countOthers(db: Db, scope: Scope, codes: readonly string[], current: string): Promise<AtPlace[]> {
  const at = (column: string) => placeColumn(codes, column);
  // Both ends in one place: whoever was billed below another one is counted by neither.
  const together = sql`${at('b.org_code')} = ${at('m.org_code')}`;
  const { rows } = await sql<AtPlace>`
    select ${at('org_code')} as place, 'duesThreeMonths' as code, count(*)::int as n
      from (${unpaidFor(scope, current, 3, together)}) b group by 1
    union all
    select ${at('org_code')}, 'duesSixMonths', count(*)::int from (${unpaidFor(scope, current, 6, together)}) c group by 1
    union all
    select ${at('code')}, 'duesNotHandedUp', count(*)::int from (${notHandedUp(scope, current)}) d group by 1
    union all
    select ${at('org_code')}, 'duesPaidTwice', count(*)::int from (${paidTwice(scope)}) e
     where ${at('org_code')} = ${at('other_code')} group by 1`.execute(db);
  return rows;
}

/** How many rows of a scope break each rule. */
export async function countAll(db: Db, scope: Scope, current: string) {
  const { rows } = await sql<{
    unopened: number;
    low: number;
    three: number;
    six: number;
    unhanded: number;
    twice: number;
  }>`
    select (select count(*)::int from (${unopened(scope, current)}) a) as unopened,
           (select count(*)::int from (${lowRate(scope, current)}) f) as low,
           (select count(*)::int from (${unpaidFor(scope, current, 3)}) b) as three,
           (select count(*)::int from (${unpaidFor(scope, current, 6)}) c) as six,
           (select count(*)::int from (${notHandedUp(scope, current)}) d) as unhanded,
           (select count(*)::int from (${paidTwice(scope)}) e) as twice`.execute(db);
  return rows[0];
}

/** Ended months in a row of a rule about unpaid ones. */
const monthsOf = (code: string) => (code === 'duesSixMonths' ? 6 : 3);

/** A row that breaks a rule; sums in fen. */
export interface Found {
  month?: string;
  id: string;
  name: string;
  orgName: string | null;
  owed?: string;
  due?: string;
}

/** Rows of a scope that break a rule, in tree order. */
export async function pageOfFound(
  db: Db,
  scope: Scope,
  code: string,
  current: string,
  limit: number,
  offset: number,
): Promise<Found[]> {
  const [from, order] =
    code === 'duesUnopened'
      ? [unopened(scope, current), sql`code, id`]
      : code === 'duesNotHandedUp' || code === 'duesLowRate'
        ? [code === 'duesLowRate' ? lowRate(scope, current) : notHandedUp(scope, current), sql`code, id`]
        : [code === 'duesPaidTwice' ? paidTwice(scope) : unpaidFor(scope, current, monthsOf(code)), sql`org_code, id`];
  const { rows } = await sql<Found>`
    select * from (${from}) found order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The first organisations of a scope that break a rule, in tree order, with how many rows each has. */
export async function orgsOfFound(db: Db, scope: Scope, code: string, current: string, limit: number) {
  const from =
    code === 'duesUnopened'
      ? sql`select id, code, 1 as n from (${unopened(scope, current)}) a`
      : code === 'duesNotHandedUp' || code === 'duesLowRate'
        ? sql`select id, code, 1 as n from (${code === 'duesLowRate' ? lowRate(scope, current) : notHandedUp(scope, current)}) a`
        : sql`select org_id as id, org_code as code, count(*)::int as n
                from (${code === 'duesPaidTwice' ? paidTwice(scope) : unpaidFor(scope, current, monthsOf(code))}) a
               group by org_id, org_code`;
  const { rows } = await sql<{ id: string; n: number }>`
    select id, n from (${from}) late order by code, id limit ${limit}`.execute(db);
  return rows;
}
