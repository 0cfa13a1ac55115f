import { designFaults, type TableDesign } from '#life/tables/rules.design.ts';
import { type FillState, mayAct } from '#life/tables/rules.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { table, tableCalls } from '../nouns/table.ts';
import { factsOf, hasState, isGivenToScope, stateOf, type TableFacts } from './queries/tables.ts';
import { isSame } from './service/tables.ts';

const STANDS = '下发后不能修改；可以延长期限、发布新版或停用';

/** What the session can do with a table now, and how it stands. */
function shownOf(ctx: Ctx, isMine: boolean, facts: TableFacts) {
  const { id: _id, design, published, round, ...one } = facts;
  const set = isMine && ctx.may('dataCentre:design');
  const shown: TableDesign = set || one.state === 'draft' ? design : (published ?? design);
  const [fault = ''] = designFaults(shown);
  return {
    ...one,
    fields: shown.fields.length,
    fault,
    isRevised: set && one.state === 'open' && published !== null && !isSame(design, published),
    orgs: isMine ? one.orgs : [],
    parts: isMine ? one.orgs.length : 0,
    round: round && {
      ...round,
      own: round.own && {
        ...round.own,
        fill: one.state === 'open' && ctx.may('dataCentre:fill') && mayAct('save', round.own.state as FillState),
      },
    },
    own: {
      set: set && one.state !== 'stopped',
      design: set && one.state !== 'stopped',
      publish: set && one.state === 'draft',
      run: set && one.state === 'open',
    },
  };
}

/** 数据表 at work: its text is changed while it is a draft, by whoever gives it; those that it was given to read it as well. */
export const servedTable = serveNoun(table, tableCalls, nounHouse, {
  also: (ctx) => isGivenToScope(ctx.scope),
  conditions: ({ state }) => (state ? [hasState(state)] : []),
  shown: async (ctx, rows: readonly { id: string; orgId: string }[]) => {
    const ids = rows.map(({ id }) => id);
    const giverOf = new Map(rows.map(({ id, orgId }) => [id, orgId]));
    const facts = await factsOf(ctx.db, ctx.scope, ctx.session.orgId, ids);
    return new Map<string, Record<string, unknown>>(
      facts.map((one) => [one.id, shownOf(ctx, giverOf.get(one.id) === ctx.session.orgId, one)]),
    );
  },
  can: (ctx, row) => {
    const { state } = row as { state?: string };
    const mine = row.orgId === ctx.session.orgId && state === 'draft';
    return state === undefined ? {} : { edit: mine, remove: mine };
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && (await stateOf(ctx.db, before.id)) !== 'draft') throw refuse(STANDS);
    const { orgId } = ctx.session;
    if (before && before.orgId !== orgId) throw refuse('只有制表的组织可以修改');
    return after.orgId === orgId ? {} : { orgId: '只能以本组织的名义制表' };
  },
  follow: async (ctx, id, before, after) => {
    if (after !== null || before === null) return;
    if ((await stateOf(ctx.db, id)) !== 'draft') throw refuse('下发后的数据表留作台账，不能删除；可以停用');
    if (before.orgId !== ctx.session.orgId) throw refuse('只有制表的组织可以删除');
  },
});
