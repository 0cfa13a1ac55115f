import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/db.ts';

/** Held by whoever folds: one of all processes at a time. */
const FOLD_LOCK = 7_020_013;
const FOLD_BATCH = 20_000;

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

/** Adds pending changes to the sums of their organisations and of all above; answers how many. */
export async function foldDuesSums(db: Services['db']): Promise<number> {
  return transact(db, async (tx: Db) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(tx);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from dues_sum_delta where id in (select id from dues_sum_delta order by id limit ${FOLD_BATCH})
        returning org_code, month, state, n, amount
      ), risen as (
        select left(org_code, level * 4) as org_code, month, state, sum(n) as n, sum(amount) as amount
          from folded cross join lateral generate_series(1, length(org_code) / 4) as level
         group by 1, 2, 3
        having sum(n) <> 0 or sum(amount) <> 0
      ), written as (
        insert into dues_sum (org_code, month, state, n, amount)
        select org_code, month, state, n, amount from risen
        on conflict (org_code, month, state) do update
          set n = dues_sum.n + excluded.n, amount = dues_sum.amount + excluded.amount
      )
      select count(*)::int as folded from folded`.execute(tx);
    return rows[0]?.folded ?? 0;
  });
}
