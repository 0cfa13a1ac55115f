import { type RawBuilder, sql } from 'kysely';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { KeptSums } from '#platform/server/sums/keptSums.ts';

/** Bills of subtrees by month and state, in number and fen. */
export const DUES_SUMS: KeptSums = {
  table: 'dues_sum',
  keys: ['month', 'state'],
  sums: ['n', 'amount'],
  lock: 7_020_013,
};

/** Organisations of subtrees that have a month in some state. */
export const MONTH_SUMS: KeptSums = {
  table: 'dues_month_sum',
  keys: ['month', 'state'],
  sums: ['n'],
  lock: 7_020_016,
};

/**
 * How many organisations of a subtree have a month in each state, exact at this moment; a query of `state, n`, of which several
 * rows of one state are to be added up.
 */
export const monthsBelow = (scope: Scope, month: string) => sql`
  select state, n from dues_month_sum where org_code = ${scope.from} and month = ${month}
  union all
  select state, n from dues_month_sum_delta where ${within(scope)} and month = ${month}`;

/**
 * Bills of whole subtrees as they lie now, exact at this moment: what is folded and, in the same snapshot, the changes that are
 * not. A query of `code, month, state, n, amount`; several rows of one key are to be added up.
 * @param codes a query of `code`, organisations within the caller's scope
 */
export const subtreeBills = (codes: RawBuilder<unknown>, from: string, until: string) => sql`
  select k.code, s.month, s.state, s.n, s.amount from (${codes}) k
    join dues_sum s on s.org_code = k.code and s.month between ${from} and ${until}
  union all
  select k.code, d.month, d.state, d.n, d.amount from (${codes}) k
    join dues_sum_delta d on d.org_code >= k.code collate "C" and d.org_code < (k.code || ':') collate "C"
     and d.month between ${from} and ${until}`;

/** Closed months that stay with the superiors of their time, each with the code of its organisation now. */
const apart = (from: string, until: string) => sql`
  select o.code, k.org_id, k.month from (select distinct org_id, month from dues_kept where month between ${from} and ${until}) k
    join organisation o on o.id = k.org_id`;
const ofApart = sql`dues_bill b on b.org_id = a.org_id and b.month = a.month`;

/**
 * The same, closed months counted for those who were above at that time: what moved away still counts, what came does not.
 * @param codes as in `subtreeBills`; the organisation itself keeps its own months
 */
export const timelyBills = (codes: RawBuilder<unknown>, from: string, until: string) => sql`
  ${subtreeBills(codes, from, until)}
  union all
  select k.code, b.month, b.state, -count(*), -sum(b.amount) from (${apart(from, until)}) a
    join (${codes}) k on a.code > k.code collate "C" and a.code < (k.code || ':') collate "C"
    join ${ofApart} group by 1, 2, 3
  union all
  select k.code, b.month, b.state, count(*), sum(b.amount) from (${codes}) k
    join organisation above on above.code = k.code
    join dues_kept a on a.above_id = above.id and a.month between ${from} and ${until}
    join ${ofApart} group by 1, 2, 3`;

/**
 * What the organisations directly below one add to it, closed months counted as in `timelyBills`: below whom they stood at that
 * time. A query of `id, month, state, n, amount`.
 * @param children a query of `id, code`: those directly below now, deleted ones, too
 */
export const childBills = (placeId: string, children: RawBuilder<unknown>, from: string, until: string) => sql`
  select c.id, s.month, s.state, s.n, s.amount
    from (${subtreeBills(sql`select code from (${children}) one`, from, until)}) s join (${children}) c on c.code = s.code
  union all
  select c.id, b.month, b.state, -count(*), -sum(b.amount) from (${apart(from, until)}) a
    join (${children}) c on a.code >= c.code collate "C" and a.code < (c.code || ':') collate "C"
    join ${ofApart} group by 1, 2, 3
  union all
  select a.child_id, b.month, b.state, count(*), sum(b.amount)
    from dues_kept a join ${ofApart} where a.above_id = ${placeId} and a.month between ${from} and ${until} group by 1, 2, 3`;

/** That the bills `b` do not stay with superiors of another time. */
export const FOLLOWS = sql`not exists (select from dues_kept a where a.org_id = b.org_id and a.month = b.month)`;
