import type { Ctx } from '#platform/server/context.ts';
import { countForAct } from '#platform/server/sums/keptChecks.ts';
import { findRulesOfCheck, withParts } from '#platform/server/sums/ruleChecks.ts';

/**
 * What the house's checks find of organisations, each group of rules counted once for all of them: a city's evaluation asks for
 * thousands. Answers the breaches of a row; null: a check that the session may not read.
 * @param rows organisations within `ctx.scope`, each with the check that it is asked by
 */
export async function breachesOf<R extends { orgCode: string; checkCode: string }>(
  ctx: Ctx,
  rows: readonly R[],
): Promise<(row: R) => number | null> {
  const codes = rows.map(({ orgCode }) => orgCode);
  const groups = [...new Set(rows.flatMap(({ checkCode }) => findRulesOfCheck(ctx, checkCode) ?? []))];
  const counts = await countForAct(ctx, groups, codes);
  const at = new Map(groups.flatMap((rules, n) => withParts(rules).map(({ code }) => [code, counts[n]] as const)));
  return ({ orgCode, checkCode }) => {
    const counted = at.get(checkCode);
    return counted ? (counted.get(orgCode)?.[checkCode] ?? 0) : null;
  };
}
