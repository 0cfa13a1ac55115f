import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { activityPackage, packageCalls } from '../nouns/package.ts';
import { factsOf, isOffered } from './queries.ts';

/** What stands beside the fields. */
async function shown(ctx: Ctx, rows: readonly { id: string; orgId: string }[]) {
  const { orgId } = ctx.session;
  const facts = await factsOf(
    ctx.db,
    rows.map(({ id }) => id),
    orgId,
  );
  const ownerOf = new Map(rows.map((row) => [row.id, row.orgId]));
  const found = new Map<string, Record<string, unknown>>();
  for (const { id, ...one } of facts) {
    found.set(id, {
      ...one,
      files: await uploadedFiles(ctx.db, one.files),
      own: { set: ownerOf.get(id) === orgId && ctx.may('package:write'), use: ctx.may('event:write') },
    });
  }
  return found;
}

/** 活动包 at work: written by whoever offers it, read by all below who may use it. */
export const servedPackage = serveNoun(activityPackage, packageCalls, nounHouse, {
  also: (ctx) => isOffered(ctx.session.orgCode),
  shown,
  can: (ctx, row) => {
    const mine = row.orgId === ctx.session.orgId;
    // In a write the refusal says why.
    return 'own' in row ? { edit: mine, remove: mine } : {};
  },
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (before && before.orgId !== ctx.session.orgId) throw refuse('只有提供的组织可以修改');
    return after.orgId === ctx.session.orgId ? {} : { orgId: '只能以本组织的名义提供' };
  },
  follow: async (ctx, _id, before, after) => {
    if (after === null && before?.orgId !== ctx.session.orgId) throw refuse('只有提供的组织可以删除');
  },
});
