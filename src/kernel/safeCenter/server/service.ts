import type { changeCurrentPassword } from '#kernel/safeCenter/contract.ts';
import { openConfirmed } from '#kernel/session/server/confirm.ts';
import { endAllSessions, lockAccount } from '#kernel/session/server/index.ts';
import { ownSignIn } from '#kernel/session/server/service.ts';
import { unbindOpenid } from '#kernel/session/server/ways/queries.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { hashNewPassword } from './newPassword.ts';
import { dropProofs, readAccount, writePassword } from './queries.ts';

type Input = ParsedOf<typeof changeCurrentPassword>;
/** Hashes made before the transaction opens, so that it is not held open for them. */
const prepared = new WeakMap<Input, string>();

/** Before the write: the old password is right, the new one is good; refused at their fields (body code 600). */
export async function prepareChange(ctx: Ctx, input: Input): Promise<void> {
  const current = await openConfirmed(ctx, input.oldPassword, 'oldPassword', '原密码');
  const isCurrent = async (password: string) => password === current;
  prepared.set(input, await hashNewPassword(ctx, ctx.session.accountId, input.password, isCurrent));
}

/** Writes the new password and ends all sessions of the account, this one too. */
export async function changePassword(ctx: Ctx, input: Input): Promise<null> {
  const hash = prepared.get(input);
  if (hash === undefined) throw new Error('the change was not prepared');
  const { accountId } = ctx.session;
  // Another change may have been faster, with the same old password.
  await lockAccount(ctx.db, accountId);
  await ownSignIn(ctx);
  const { login_mask } = await replacePassword(ctx, accountId, hash);
  ctx.audit({ type: 'account', id: accountId, name: login_mask });
  return null;
}

/** The new hash in the place of the old one; whatever the account has open is over, in every browser. */
export async function replacePassword(ctx: Ctx, accountId: string, hash: string) {
  const account = await readAccount(ctx.db, accountId);
  await writePassword(ctx.db, accountId, account.login_index, hash);
  await endAllAccess(ctx.db, accountId);
  ctx.response.header('Clear-Site-Data', '"cache"');
  return account;
}

/**
 * Ends what an account has open, what anybody has begun for it in the safe centre (a retrieval on its way too), and its
 * WeChat binding: whoever knew the old password could have bound their own.
 */
export async function endAllAccess(db: Db, accountId: string): Promise<void> {
  await unbindOpenid(db, accountId);
  await endAllSessions(db, accountId);
  await dropProofs(db, accountId);
}
