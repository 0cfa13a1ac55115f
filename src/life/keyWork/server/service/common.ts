import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { findItem, type ItemRecord } from '../queries/items.ts';

export const ITEM_FILES = 'keyWork.item';
export const REPORT_FILES = 'keyWork.report';
const NO_ITEM = '该重点工作不存在或不在管理范围内';

/** An item of the own organisation, locked. @throws conflict where it has changed since it was read */
export async function lockOwn(ctx: Ctx, id: string, version?: number): Promise<ItemRecord> {
  const row = await findItem(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_ITEM);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有布置的组织可以这样做');
  if (version !== undefined && row.version !== version)
    throw conflict('该重点工作已有变化，请核对后再操作', { current: { version: row.version } });
  return row;
}

/** An item that the session reads. */
export async function readItem(ctx: Ctx, id: string): Promise<ItemRecord> {
  const row = await findItem(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_ITEM);
  return row;
}

/** What the log says of an act on an item. */
export const logItem = (
  ctx: Ctx,
  { id, title, orgCode }: Pick<ItemRecord, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
) => ctx.audit({ type: 'keyWorkItem', id, name: title, orgCode, changes, ...(reason ? { reason } : {}) });
