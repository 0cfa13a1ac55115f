import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { item, itemCalls } from '../nouns/item.ts';
import { factsOf, hasState, stateOf } from './queries/items.ts';

const STANDS = '下达后不能修改工作要求；可以延长期限、增加责任单位、结束或撤销';

/** What stands beside the fields: how far it is, and what whoever set it can do now. */
async function shown(ctx: Ctx, rows: readonly { id: string; orgId: string }[]) {
  const facts = await factsOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const setterOf = new Map(rows.map(({ id, orgId }) => [id, orgId]));
  const found = new Map<string, Record<string, unknown>>();
  for (const { id, ...one } of facts) {
    const set = setterOf.get(id) === ctx.session.orgId && ctx.may('keyWork:set');
    found.set(id, {
      ...one,
      files: await uploadedFiles(ctx.db, one.files),
      own: {
        set: set && (one.state === 'draft' || one.state === 'running'),
        issue: set && one.state === 'draft',
        run: set && one.state === 'running',
      },
    });
  }
  return found;
}

/** 重点工作 at work: its text is changed while it is a draft, by whoever set it. */
export const servedItem = serveNoun(item, itemCalls, nounHouse, {
  conditions: ({ state }) => (state ? [hasState(state)] : []),
  shown,
  can: (ctx, row) => {
    const { state } = row as { state?: string };
    const mine = row.orgId === ctx.session.orgId && state === 'draft';
    return state === undefined ? {} : { edit: mine, remove: mine };
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && (await stateOf(ctx.db, before.id)) !== 'draft') throw refuse(STANDS);
    const { orgId } = ctx.session;
    if (before && before.orgId !== orgId) throw refuse('只有布置的组织可以修改');
    return after.orgId === orgId ? {} : { orgId: '只能以本组织的名义布置' };
  },
  follow: async (ctx, id, before, after) => {
    if (after !== null || before === null) return;
    if ((await stateOf(ctx.db, id)) !== 'draft') throw refuse('下达后的重点工作留作台账，不能删除；可以撤销');
    if (before.orgId !== ctx.session.orgId) throw refuse('只有布置的组织可以删除');
  },
});
