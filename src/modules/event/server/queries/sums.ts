import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** Held by whoever folds: one of all processes at a time. */
const FOLD_LOCK = 7_020_014;
const FOLD_BATCH = 20_000;

/** Whether a scope is a whole subtree, which the sums know. */
export const isSummed = (scope: Scope): boolean =>
  scope.memberId === null && scope.from.length >= 4 && scope.to === `${scope.from}:`;

/** How many meetings of a subtree stand in each state (`0` to `5`, `x` cancelled), exact at this moment. */
export async function meetingSums(db: Db, scope: Scope): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, sum(n)::int as n from (
      select state, n from life_sum where org_code = ${scope.from}
      union all
      select state, n from life_sum_delta where ${within(scope)}) part group by state`.execute(db);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** Adds pending changes to the sums of their organisations and of all above; answers how many. */
export async function foldLifeSums(db: Services['db']): Promise<number> {
  return transact(db, async (tx: Db) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(tx);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from life_sum_delta where id in (select id from life_sum_delta order by id limit ${FOLD_BATCH})
        returning org_code, state, n
      ), risen as (
        select left(org_code, level * 4) as org_code, state, sum(n)::int as n
          from folded cross join lateral generate_series(1, length(org_code) / 4) as level
         group by 1, 2 having sum(n) <> 0
      ), written as (
        insert into life_sum (org_code, state, n) select org_code, state, n from risen
        on conflict (org_code, state) do update set n = life_sum.n + excluded.n
      )
      select count(*)::int as folded from folded`.execute(tx);
    return rows[0]?.folded ?? 0;
  });
}
