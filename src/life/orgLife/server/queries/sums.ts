import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { foldSums } from '#platform/server/sums/keptSums.ts';

/** Held by whoever folds: one of all processes at a time. */
const FOLD_LOCK = 7_020_014;

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
export const foldLifeSums = (db: Services['db']): Promise<number> =>
  foldSums(db, { table: 'life_sum', keys: ['state'], sums: ['n'], lock: FOLD_LOCK });
