import type { Ctx } from '#platform/server/context.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { contextAt } from '#platform/server/sums/ruleChecks.ts';
import { findWallOrg, type WallOrg } from '../queries/place.ts';

/** An organisation of the scope with a context that stands there, so that every number counts what its own workers see. */
export async function contextAtOrg(
  ctx: Ctx,
  { orgId, orgCode }: { orgId?: string | undefined; orgCode?: string | undefined },
): Promise<{ org: WallOrg; there: Ctx }> {
  // A wall shows what an organisation has: whoever sees the own record alone opens none.
  if (ctx.scope.memberId !== null) throw forbidden();
  const id = orgId ?? (orgCode === undefined ? ctx.session.orgId : null);
  const org = await findWallOrg(ctx.db, ctx.scope, { id, code: orgCode ?? null });
  if (!org) throw notFound('组织不存在，或不在管理范围内');
  return { org, there: contextAt(ctx, org) };
}

/** A panel's numbers where the session holds the right; null elsewhere. */
export const ifPermitted = async <T>(ctx: Ctx, right: string, read: () => Promise<T>): Promise<T | null> =>
  ctx.may(right) ? read() : null;
