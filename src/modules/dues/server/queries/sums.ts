import { type RawBuilder, sql } from 'kysely';
import type { KeptSums } from '#platform/server/keptSums.ts';

/** Bills of subtrees by month and state, in number and fen. */
export const DUES_SUMS: KeptSums = {
  table: 'dues_sum',
  keys: ['month', 'state'],
  sums: ['n', 'amount'],
  lock: 7_020_013,
};

/**
 * Bills of whole subtrees, exact at this moment: what is folded and, in the same snapshot, the changes that are not.
 * A query of `code, month, state, n, amount`; several rows of one key are to be added up.
 * @param codes a query of `code`, organisations within the caller's scope
 */
export const subtreeBills = (codes: RawBuilder<unknown>, from: string, until: string) => sql`
  select k.code, s.month, s.state, s.n, s.amount from (${codes}) k
    join dues_sum s on s.org_code = k.code and s.month between ${from} and ${until}
  union all
  select k.code, d.month, d.state, d.n, d.amount from (${codes}) k
    join dues_sum_delta d on d.org_code >= k.code collate "C" and d.org_code < (k.code || ':') collate "C"
     and d.month between ${from} and ${until}`;
