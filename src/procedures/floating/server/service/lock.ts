import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/matter.ts';
import { NO_OUTFLOW } from './read.ts';

/** Who acts. */
export const actorOf = ({ session }: Ctx) => ({ id: session.accountId, name: session.accountName });

/** The audit row of an act on an outflow. */
export const auditOutflow = (
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: object,
  reason = '',
) =>
  ctx.audit({
    type: 'mobileOutflow',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes: changes as Record<string, [unknown, unknown]>,
    ...(reason ? { reason } : {}),
  });

/** An outflow of the scope, held; refuses where somebody else changed it meanwhile. */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.Outflow> {
  const row = await queries.findOutflow(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_OUTFLOW);
  if (version !== undefined && row.version !== version) throw conflict('这条登记已有变化，请核对后再操作');
  return row;
}

/** What changed in the person's own record. */
export const logPerson = (ctx: Ctx, row: queries.Outflow, changes: Record<string, [string, string]>) => {
  if (Object.keys(changes).length === 0) return;
  ctx.audit({ type: 'member', id: row.memberId, name: row.name, orgCode: row.orgCode, changes });
};
