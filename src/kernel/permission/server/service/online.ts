import type * as contract from '#kernel/permission/contract.online.ts';
import { ipTail } from '#kernel/session/server/agent.ts';
import { endAllSessions } from '#kernel/session/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { openSessions } from '../queries/grants.ts';
import * as queries from '../queries/online.ts';
import { accountObstacle, givableRights, lockAccount, placeOf } from './account.ts';

/** Who is signed in now with a role of the scope. */
export async function listOnline(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOnline>,
): Promise<ReplyOf<typeof contract.listOnline>> {
  const rows = await queries.listOnline(ctx.db, ctx.scope, givableRights(ctx), {
    place: placeOf(ctx, input),
    name: input.name ?? '',
    idleSeconds: ctx.services.config.idleSeconds,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => {
      const why = accountObstacle(ctx, row);
      return {
        id: row.id,
        userName: row.name,
        loginName: row.login_mask,
        roleName: row.role_name,
        orgName: row.org_name,
        agent: row.agent,
        way: row.way,
        place: ipTail(row.ip),
        lastSeen: row.last_seen.toISOString(),
        devices: row.devices,
        can: { end: why === '' },
        why,
      };
    }),
  };
}

/**
 * Ends all sign-ins of somebody; the account stays in use, so that the person may sign in again. Upon whom it may be done is what
 * stopping the account asks (`accountObstacle`).
 */
export async function endOnline(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.endOnline>): Promise<null> {
  const row = await lockAccount(ctx, id);
  if ((await openSessions(ctx.db, id, null, ctx.services.config.idleSeconds)) === 0)
    throw refuse(`${row.name}已经不在线，请刷新`);
  await endAllSessions(ctx.db, id);
  ctx.audit({ type: 'account', id, name: row.name, orgCode: row.org_code, reason });
  return null;
}
