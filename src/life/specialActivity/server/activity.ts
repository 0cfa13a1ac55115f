import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { activity, activityCalls } from '../nouns/activity.ts';
import { hasState, isPublishedFor, stateOf } from './queries/activities.ts';
import { factsOf } from './queries/facts.ts';
import { mayReadActivity } from './service/materials.ts';

const STANDS = '发布后不能修改活动信息；可以补充资料、增加参加组织、延长期限、结束或撤回';

/** What stands beside the fields: how far it is, and what whoever started it can do now. */
async function shown(ctx: Ctx, rows: readonly { id: string; orgId: string; orgCode: string }[]) {
  const { orgId } = ctx.session;
  const facts = await factsOf(
    ctx.db,
    rows.map(({ id }) => id),
    orgId,
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, Record<string, unknown>>();
  for (const { id, deservingOrgs, deservingPeople, ...one } of facts) {
    const row = rowOf.get(id);
    const set = row?.orgId === orgId && ctx.may('special:set');
    // Whoever only takes part sees neither who else does nor how they stand.
    const seen =
      row && inScope(ctx.scope, row.orgCode)
        ? one
        : { ...one, parts: 0, finished: 0, late: 0, asked: 0, certificates: 0, orgs: [] };
    const { state } = one;
    found.set(id, {
      ...seen,
      files: await uploadedFiles(ctx.db, one.files),
      deserving: set ? { orgs: deservingOrgs, people: deservingPeople } : { orgs: 0, people: 0 },
      own: {
        set: set && (state === 'draft' || state === 'published'),
        publish: set && state === 'draft',
        run: set && state === 'published',
        reopen: set && state === 'ended',
        certify: set && (state === 'published' || state === 'ended') && deservingOrgs + deservingPeople > 0,
      },
    });
  }
  return found;
}

/** 专项活动 at work: its text is changed while it is a draft, by whoever started it; those that it is for read it as well. */
export const servedActivity = serveNoun(activity, activityCalls, nounHouse, {
  also: (ctx) => isPublishedFor(ctx.session.orgCode),
  conditions: ({ state }) => (state ? [hasState(state)] : []),
  shown,
  readsFile: mayReadActivity,
  can: (ctx, row) => {
    const { state } = row as { state?: string };
    const mine = row.orgId === ctx.session.orgId && state === 'draft';
    return state === undefined ? {} : { edit: mine, remove: mine };
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && (await stateOf(ctx.db, before.id)) !== 'draft') throw refuse(STANDS);
    const { orgId } = ctx.session;
    if (before && before.orgId !== orgId) throw refuse('只有组织活动的党组织可以修改');
    return after.orgId === orgId ? {} : { orgId: '只能以本组织的名义组织' };
  },
  follow: async (ctx, id, before, after) => {
    if (after !== null) return;
    if ((await stateOf(ctx.db, id)) !== 'draft') throw refuse('发布后的专项活动留作台账，不能删除；可以撤回');
    if (before?.orgId !== ctx.session.orgId) throw refuse('只有组织活动的党组织可以删除');
  },
});
