import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { type ActivityRecord, findActivity, findOpen } from '../queries/activities.ts';

export const ACTIVITY_FILES = 'special.activity';
export const HAND_IN_FILES = 'special.handIn';
export const NO_ACTIVITY = '该专项活动不存在或不在管理范围内';

/** An activity of the own organisation, locked. @throws conflict where it has changed since it was read */
export async function lockOwn(ctx: Ctx, id: string, version?: number): Promise<ActivityRecord> {
  const row = await findActivity(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_ACTIVITY);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有组织活动的党组织可以这样做');
  if (version !== undefined && row.version !== version)
    throw conflict('该专项活动已有变化，请核对后再操作', { current: { version: row.version } });
  return row;
}

export const requireRunning = ({ state }: ActivityRecord) => {
  if (state !== 'published') throw refuse('该专项活动不在进行中');
};

/** Whether an activity is one that the session sees: published for its organisation, or started in its scope. */
export const isActivityVisible = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await findActivity(ctx.db, ctx.scope, id)) !== undefined ||
  (await findOpen(ctx.db, ctx.scope, ctx.session.orgCode, id)) !== undefined;

/** Whether whoever started it lies in the session's scope: then all of it is seen, else what concerns the own organisation. */
export const isWhole = (ctx: Ctx, orgCode: string): boolean =>
  ctx.scope.memberId === null && inScope(ctx.scope, orgCode);

/** What the log says of an act on an activity. */
export const logActivity = (
  ctx: Ctx,
  { id, title, orgCode }: Pick<ActivityRecord, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
) => ctx.audit({ type: 'specialActivity', id, name: title, orgCode, changes, ...(reason ? { reason } : {}) });
