import { eraseProofs } from '#kernel/safeCenter/server/index.ts';
import { endAllAccess } from '#kernel/safeCenter/server/service.ts';
import {
  clearAllTries,
  deleteFactor,
  enableByMember,
  endAllSessions,
  eraseAccount,
  setEnabled,
  setLogin,
  setTemporary,
} from '#kernel/session/server/index.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { hashPassword, makePassword } from '#platform/server/secrecy/passwords.ts';
import * as queries from '../queries/account.ts';
import * as writes from '../queries/accountWrites.ts';
import { accountObstacle, givableRights, lockAccount } from './account.ts';

/** Stops an account: nobody signs in with it, and what is open ends at the next request. */
export async function disable(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await lockAccount(ctx, id);
  if (!row.enabled) throw refuse('该账号已经停用');
  await setEnabled(ctx.db, id, { enabled: false, by: ctx.session.accountName, reason });
  await endAllAccess(ctx.db, id);
  ctx.audit({
    type: 'account',
    id,
    name: row.name,
    orgCode: row.org_code,
    reason,
    changes: { enabled: [true, false] },
  });
  return null;
}

/** Lets an account be used again; its password stays what it was. */
export async function enable(ctx: Ctx, id: string): Promise<null> {
  const row = await lockAccount(ctx, id);
  if (row.enabled) throw refuse('该账号没有停用');
  if (row.person_deleted) throw refuse('该账号的人员已删除，恢复人员后才能启用');
  await setEnabled(ctx.db, id, { enabled: true, by: ctx.session.accountName, reason: null });
  ctx.audit({ type: 'account', id, name: row.name, orgCode: row.org_code, changes: { enabled: [false, true] } });
  return null;
}

/** Gives an account its five tries back, on every device; an account that is not locked stays as it is. */
export async function unlock(ctx: Ctx, id: string): Promise<null> {
  const row = await queries.findAccount(ctx.db, ctx.scope, givableRights(ctx), id);
  if (!row) throw notFound();
  await clearAllTries(ctx.db, row.login_index);
  ctx.audit({ type: 'account', id, name: row.name, orgCode: row.org_code });
  return null;
}

/** A temporary password, answered this once: it must be changed at the next sign-in, and what is open ends. */
export async function resetPassword(ctx: Ctx, id: string): Promise<{ temporary: string }> {
  const row = await lockAccount(ctx, id);
  if (!row.enabled) throw refuse('该账号已停用，请先启用');
  const temporary = await issuePassword(ctx.db, id, row.login_index);
  ctx.audit({ type: 'account', id, name: row.name, orgCode: row.org_code });
  return { temporary };
}

/** Takes the second factor away from somebody who lost the phone; the password alone signs in until a new one is set up. */
export async function removeFactor(ctx: Ctx, id: string): Promise<null> {
  const row = await lockAccount(ctx, id);
  if (!row.has_factor) throw refuse('该账号没有启用二次验证');
  await deleteFactor(ctx.db, id);
  ctx.audit({ type: 'account', id, name: row.name, orgCode: row.org_code });
  return null;
}

/** Sets a temporary password within the caller's transaction and answers it; locks are forgotten, sessions end. */
export async function issuePassword(db: Db, accountId: string, loginIndex: Buffer): Promise<string> {
  const temporary = makePassword();
  await setTemporary(db, accountId, await hashPassword(temporary));
  await clearAllTries(db, loginIndex);
  await endAllAccess(db, accountId);
  return temporary;
}

/** The account of a person, held; refuses where the session could not act upon it by itself. */
async function lockOfMember(ctx: Ctx, memberId: string): Promise<queries.PersonAccountRow | undefined> {
  const account = await queries.lockAccountOfMember(ctx.db, ctx.scope, givableRights(ctx), memberId);
  const why = account && accountObstacle(ctx, account);
  if (why) throw refuse(`${account.name}有登录账号：${why}`);
  return account;
}

/**
 * Why the session may not act upon the account of a person, and so may not touch what opens it (phone, id card); the empty
 * text where it may. The own account is no obstacle, and where there is none nothing is. The account is held.
 */
export async function obstacleToTouchAccount(ctx: Ctx, memberId: string): Promise<string> {
  if (memberId === ctx.session.memberId) return '';
  const account = await queries.lockAccountOfMember(ctx.db, ctx.scope, givableRights(ctx), memberId);
  const why = account && accountObstacle(ctx, account);
  return why ? `${account.name}有登录账号：${why}` : '';
}

/**
 * Stops the account of a person who was deleted, within the same transaction; nothing happens where there is none.
 * Refuses, and with it the deletion, an account that the session could not stop by itself. For the member module, which
 * lies above this one.
 */
export async function disableOfMember(ctx: Ctx, memberId: string, orgCode: string, reason: string): Promise<void> {
  const account = await lockOfMember(ctx, memberId);
  if (!account?.enabled) return;
  await setEnabled(ctx.db, account.id, { enabled: false, by: ctx.session.accountName, reason });
  await endAllAccess(ctx.db, account.id);
  ctx.audit({
    type: 'account',
    id: account.id,
    name: account.name,
    orgCode,
    reason,
    changes: { enabled: [true, false] },
  });
}

/**
 * Lets the account of a person be used again who is taken out of the recycle bin, if it was the deletion that stopped it
 * and the session could start it by itself; else it stays stopped.
 */
export async function enableOfMember(ctx: Ctx, memberId: string, orgCode: string, deletedAt: string): Promise<void> {
  const accountOfMember = await queries.lockAccountOfMember(ctx.db, ctx.scope, givableRights(ctx), memberId);
  if (!accountOfMember || accountObstacle(ctx, accountOfMember) !== '') return;
  const account = await enableByMember(ctx.db, memberId, ctx.session.accountName, deletedAt);
  if (!account) return;
  ctx.audit({ type: 'account', id: account.id, name: account.name, orgCode, changes: { enabled: [false, true] } });
}

/**
 * The login name of a person follows the id card, within the same transaction, where it was the number before; the
 * password stays, what is open ends. Refuses, and with it the change, an account that the session could not act upon by
 * itself, and a new name that another account has.
 * @param from the number before, or null
 * @param to the new number
 * @param shown the new number masked
 * @returns the account's id, where its login name was changed
 */
export async function renameOfMember(
  ctx: Ctx,
  memberId: string,
  orgCode: string,
  names: { from: string | null; to: string; shown: string },
): Promise<string | null> {
  const from = names.from === null ? null : loginIndex(ctx.vault, names.from);
  const found = await writes.loginOfMember(ctx.db, memberId);
  if (!found || from === null || !found.login_index.equals(from)) return null;
  const account = await lockOfMember(ctx, memberId);
  if (!account) return null;
  const index = loginIndex(ctx.vault, names.to);
  const taken = () => refuse('新身份证号已是另一个账号的登录名，请先处理那个账号');
  await writeUnique(() => setLogin(ctx.db, account.id, index, names.shown, ctx.session.accountName), taken);
  await clearAllTries(ctx.db, from);
  await endAllSessions(ctx.db, account.id);
  ctx.audit({
    type: 'account',
    id: account.id,
    name: account.name,
    orgCode,
    changes: { login: [found.login_mask, names.shown] },
  });
  return account.id;
}

/**
 * Destroys what is personal in the account of a person who is erased, with its roles; nobody can sign in with it again.
 * Refuses, and with it the erasure, an account that the session could not act upon by itself.
 */
export async function eraseOfMember(ctx: Ctx, memberId: string): Promise<void> {
  const account = await lockOfMember(ctx, memberId);
  if (!account) return;
  await eraseAccount(ctx.db, account.id, ctx.session.accountName);
  await writes.eraseRoles(ctx.db, account.id, { id: ctx.session.accountId, name: ctx.session.accountName });
  await eraseProofs(ctx.db, account.id);
  await deleteFactor(ctx.db, account.id);
  await endAllAccess(ctx.db, account.id);
}
