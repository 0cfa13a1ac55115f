import type { endSessions, mySessions } from '#kernel/session/contract.sessions.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { tokenOf } from '#platform/server/http/authenticate.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { ipTail } from './agent.ts';
import { endOtherSignIns, findSignIn, listSignIns } from './queries/sessions.ts';
import { endSignIn, signInOf } from './queries.ts';

const ownSignIn = async (ctx: Ctx): Promise<Buffer | undefined> =>
  (await signInOf(ctx.db, hashToken(tokenOf(ctx.request.headers.authorization) ?? '')))?.sign_in;

/** Where the own account is signed in now; windows opened from one sign-in are one row. */
export async function listMine(ctx: Ctx): Promise<ReplyOf<typeof mySessions>> {
  const own = await ownSignIn(ctx);
  const signIns = await listSignIns(ctx.db, ctx.session.accountId, ctx.services.config);
  const rows = signIns.map((row) => ({
    id: row.id,
    agent: row.agent,
    way: row.way,
    place: ipTail(row.ip),
    since: row.since.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    until: row.until.toISOString(),
    roleName: row.role_name,
    orgName: row.org_name,
    current: own?.equals(row.sign_in) ?? false,
  }));
  // This device first; the others stay in their order.
  rows.sort((a, b) => Number(b.current) - Number(a.current));
  return { rows, total: rows.length };
}

/** Ends one sign-in of the own account, or all but this one; their tokens are dead at the next request. */
export async function endOwnSignIns(
  ctx: Ctx,
  { id }: ParsedOf<typeof endSessions>,
): Promise<ReplyOf<typeof endSessions>> {
  const own = await ownSignIn(ctx);
  if (!own) throw notFound();
  const { accountId, accountName } = ctx.session;
  const target = { type: 'account', id: accountId };
  if (id === undefined) {
    const ended = await endOtherSignIns(ctx.db, accountId, own);
    ctx.audit({ ...target, name: `${accountName}：其他全部设备` });
    return { ended };
  }
  const chosen = await findSignIn(ctx.db, accountId, id);
  if (!chosen) throw notFound();
  if (chosen.sign_in.equals(own)) throw refuse('这是当前设备，请使用“退出登录”');
  await endSignIn(ctx.db, chosen.sign_in);
  ctx.audit({ ...target, name: `${accountName}：${chosen.agent}` });
  return { ended: 1 };
}
