import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { allChecks } from '#platform/server/sums/ruleChecks.ts';
import { evaluation, evaluationCalls } from '../nouns/evaluation.ts';
import { openFault } from '../rules.ts';
import { concernsOrg, factsOf, hasState, stateOf, treesOf } from './queries/evaluations.ts';

/** What stands beside the fields: the tree, how far it is, and what whoever evaluates can do now. */
async function shown(ctx: Ctx, rows: readonly { id: string; orgId: string; orgCode: string }[]) {
  const { orgId } = ctx.session;
  const ids = rows.map(({ id }) => id);
  const [facts, trees] = await Promise.all([factsOf(ctx.db, ids, orgId), treesOf(ctx.db, ids)]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const labels = new Map(allChecks(ctx).map(({ code, label }) => [code, label]));
  const found = new Map<string, Record<string, unknown>>();
  for (const { id, ...one } of facts) {
    const row = rowOf.get(id);
    const set = row?.orgId === orgId && ctx.may('trinity:set');
    const tree = trees.get(id) ?? [];
    // Whoever is evaluated or reviews sees neither who else is nor how they stand.
    const sees = row !== undefined && inScope(ctx.scope, row.orgCode);
    found.set(id, {
      ...one,
      ...(sees ? {} : { units: 0, waiting: 0, late: 0 }),
      parts: tree.map((part) => ({
        ...part,
        items: part.items.map((item) => ({ ...item, checkLabel: labels.get(item.checkCode) ?? '' })),
      })),
      points: tree.flatMap(({ items }) => items).reduce((sum, { points }) => sum + points, 0),
      fault: set && one.state === 'draft' ? openFault(tree, one.units) : '',
      own: { set: set && one.state !== 'closed', open: set && one.state === 'draft', run: set && one.state === 'open' },
    });
  }
  return found;
}

/** 考评 at work: its fields are changed while it is a draft, by whoever evaluates; units and reviewers read it as well. */
export const servedEvaluation = serveNoun(evaluation, evaluationCalls, nounHouse, {
  also: (ctx) => concernsOrg(ctx.session.orgId, 't'),
  conditions: ({ state }) => (state ? [hasState(state)] : []),
  shown,
  can: (ctx, row) => {
    const { state } = row as { state?: string };
    const mine = row.orgId === ctx.session.orgId && state === 'draft';
    return state === undefined ? {} : { edit: mine, remove: mine };
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && (await stateOf(ctx.db, before.id)) !== 'draft')
      throw refuse('开始后不能修改考评信息；可以延长期限、增加考核单位');
    const { orgId } = ctx.session;
    if (before && before.orgId !== orgId) throw refuse('只有组织考评的党组织可以修改');
    return after.orgId === orgId ? {} : { orgId: '只能以本组织的名义组织考评' };
  },
  follow: async (ctx, id, before, after) => {
    if (after !== null) return;
    if ((await stateOf(ctx.db, id)) !== 'draft') throw refuse('开始后的考评留作台账，不能删除');
    if (before?.orgId !== ctx.session.orgId) throw refuse('只有组织考评的党组织可以删除');
  },
});
