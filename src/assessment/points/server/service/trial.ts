import type * as contract from '#assessment/points/contract.out.ts';
import { TRIED, TRIED_NAMED } from '#assessment/points/contract.out.ts';
import { computeShares, ranksOf, scoreOf } from '#assessment/points/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import * as queries from '../queries/posting.ts';
import { itemsOfSet, listCountedPeople } from '../queries/trial.ts';
import { type Target, targetsOf } from './posting.ts';
import { loadSet } from './sets.ts';

/** What the targets of one person give: plus and minus, in hundredths. */
function sumsOf(targets: readonly Target[]) {
  const shares = computeShares(targets.filter(({ record }) => record.kind !== 'appeal').map(({ fact }) => fact));
  let plus = 0;
  let minus = 0;
  const given = targets.map((target) => {
    const { record, item, fact } = target;
    const share = record.kind === 'appeal' ? fact.raw : (shares.get(fact.key)?.given ?? 0);
    const takes = record.kind === 'appeal' ? record.quantity < 0 : item.minus;
    if (takes) minus += share;
    else plus += share;
    return { target, share };
  });
  return { plus, minus, given };
}

/**
 * A set used on the evidence of a year, for everybody of its organisation in the reader's scope: as if it had held from the
 * first of January and nothing nearer had. What was given stands beside it. Writes nothing.
 */
export async function tryPointSet(
  ctx: Ctx,
  { id, year }: ParsedOf<typeof contract.trySet>,
): Promise<ReplyOf<typeof contract.trySet>> {
  const set = await loadSet(ctx, id);
  const scope = set.orgCode.startsWith(ctx.session.orgCode) ? workerScope(set.orgCode) : ctx.scope;
  const found = await listCountedPeople(ctx.db, scope, year, TRIED + 1);
  const people = found.slice(0, TRIED);
  const items = (await itemsOfSet(ctx.db, set.id)).map((item) => ({ ...item, orgCode: '', fromOn: `${year}-01-01` }));
  const today = await todayOf(ctx.db);
  const pairs = people.map((one) => ({ memberId: one.id, year }));
  const facts = pairs.length > 0 ? await queries.factsOf(ctx.db, pairs) : [];
  const byPerson = Map.groupBy(facts, ({ memberId }) => memberId);
  const perItem = new Map(items.map(({ code, name }) => [code, { name, facts: 0, given: 0, cut: 0 }]));
  const scores = people.map((one) => {
    const { plus, minus, given } = sumsOf(targetsOf(byPerson.get(one.id) ?? [], items, today));
    for (const { target, share } of given) {
      const sum = perItem.get(target.item.code);
      if (!sum) continue;
      sum.facts++;
      sum.given += target.item.minus ? -share : share;
      sum.cut += target.fact.raw - share;
    }
    return scoreOf(set.base, plus, minus);
  });
  const before = people.map((one) => scoreOf(one.base, one.plus, one.minus));
  const [placesBefore, placesAfter] = [ranksOf(before), ranksOf(scores)];
  const rows = people.map((one, at) => ({
    id: one.id,
    name: one.name,
    orgName: one.orgName,
    before: before[at] ?? 0,
    after: scores[at] ?? 0,
    placeBefore: placesBefore[at] ?? 0,
    placeAfter: placesAfter[at] ?? 0,
  }));
  const mean = (list: readonly number[]) =>
    list.length === 0 ? 0 : Math.round(list.reduce((all, n) => all + n, 0) / list.length);
  const rising = (one: (typeof rows)[number]) => one.placeBefore - one.placeAfter;
  const ups = rows.filter((one) => rising(one) > 0).sort((a, b) => rising(b) - rising(a));
  const downs = rows.filter((one) => rising(one) < 0).sort((a, b) => rising(a) - rising(b));
  return {
    year,
    people: people.length,
    isCut: found.length > TRIED,
    meanBefore: mean(before),
    meanAfter: mean(scores),
    up: ups.length,
    down: downs.length,
    same: rows.length - ups.length - downs.length,
    rises: ups.slice(0, TRIED_NAMED),
    falls: downs.slice(0, TRIED_NAMED),
    items: [...perItem.values()],
  };
}
