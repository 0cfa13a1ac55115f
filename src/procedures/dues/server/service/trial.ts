import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/dues/contract.trial.ts';
import { MOST_TRIED } from '#procedures/dues/contract.trial.ts';
import { ratioOf, toHandUp } from '#procedures/dues/rules.handup.ts';
import { dueOf, type Payer } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import { standing } from '../queries/handups.ts';
import * as queries from '../queries/trial.ts';
import { openIncome } from './standards.ts';

const AT_ONCE = 2000;
const PENSION = 4;
/** Farmers choose their sum, students and others pay a fixed one: neither follows an income. */
const FIXED = 5;

/** A base that is raised by a percentage with two decimals, in integers alone, half up. */
export const raised = (base: number, percent: number): number =>
  Number((BigInt(base) * BigInt(10_000 + Math.round(percent * 100)) + 5000n) / 10_000n);

/** What dues would come to with other incomes, and what would be handed up by another ratio. Writes nothing. */
export async function trial(ctx: Ctx, input: ParsedOf<typeof contract.trial>): Promise<ReplyOf<typeof contract.trial>> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const { current } = await monthAndToday(ctx.db);
  if ((await queries.countTried(ctx.db, scope, MOST_TRIED)) > MOST_TRIED)
    throw refuse(`${place.name}及下级超过${MOST_TRIED}人，请选择下级组织试算`);
  const children = await queries.childrenOf(ctx.db, place.id);
  const fresh = () => ({ people: 0, before: 0, after: 0, moved: 0 });
  const own = fresh();
  const sums = new Map(children.map(({ code }) => [code, fresh()]));
  let unknown = 0;
  for (let after = '0'; ; ) {
    const some = await queries.triedPeople(ctx.db, scope, current, after, AT_ONCE);
    for (const one of some) {
      if (one.standardId === null || one.encrypted === null || one.payer === null) {
        unknown += 1;
        continue;
      }
      const sum = sums.get(one.orgCode.slice(0, place.code.length + 4)) ?? own;
      const payer = one.payer as Payer;
      const before = Number(one.amount);
      let due = { amount: before, moved: false };
      if (payer < FIXED) {
        const { base } = openIncome(ctx.vault, { id: one.standardId, encrypted: one.encrypted });
        const next = dueOf({ payer, base: raised(base, payer === PENSION ? input.pension : input.wage) }, current);
        due = { amount: next.amount, moved: next.rate !== dueOf({ payer, base }, current).rate };
      }
      sum.people += 1;
      sum.before += before;
      sum.after += due.amount;
      sum.moved += due.moved ? 1 : 0;
    }
    after = some.at(-1)?.id ?? '0';
    if (some.length < AT_ONCE) break;
  }
  const rows = [
    ...(own.people > 0 ? [{ orgId: place.id, name: children.length > 0 ? '本级党员' : place.name, ...own }] : []),
    ...children.map(({ id, name, code }) => ({ orgId: id, name, ...(sums.get(code) ?? fresh()) })),
  ].filter(({ people }) => people > 0);
  const total = rows.reduce(
    (all, row) => ({
      people: all.people + row.people,
      before: all.before + row.before,
      after: all.after + row.after,
      moved: all.moved + row.moved,
    }),
    fresh(),
  );
  const set = await standing(ctx.db, place.id, Number(current.slice(0, 4)));
  const now = set ? ratioOf(set.type, set.set) : null;
  const ratio = { before: now, after: input.ratio ?? now };
  const yearly = (sum: number, part: number | null) => (part === null ? null : toHandUp(sum * 12, part));
  return {
    orgName: place.name,
    rows,
    ...total,
    unknown,
    ratio,
    handUp: { before: yearly(total.before, ratio.before), after: yearly(total.after, ratio.after) },
  };
}
