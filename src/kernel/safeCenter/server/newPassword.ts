import { passwordFault, SAME_PASSWORD } from '#kernel/safeCenter/rules.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { hashPassword } from '#platform/server/secrecy/passwords.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import { readAccount } from './queries.ts';

/**
 * The hash of a new password that keeps to the site's policy, does not name its account and is another than before: a
 * first password was seen by whoever handed it over, a forgotten one perhaps by a stranger.
 * Refused at the field `password` (body code 600). Not within a transaction: it takes a while.
 * @param isCurrent whether a text is the password that is to be replaced
 */
export async function hashNewPassword(
  ctx: Ctx,
  accountId: string,
  encrypted: string,
  isCurrent: (password: string) => Promise<boolean>,
): Promise<string> {
  const password = await openPassword(ctx.services, encrypted);
  if (password === null) throw badInput({ password: '新密码不能识别，请重新输入' });
  const account = await readAccount(ctx.db, accountId);
  const names = {
    isLogin: (text: string) => loginIndex(ctx.vault, text).equals(account.login_index),
    // The place is the member module's, which stands above this one; only the text is shared.
    idCard: account.id_card_enc && ctx.vault.decrypt(`member.id_card.${account.member_id}`, account.id_card_enc),
    name: account.pinyin || account.name,
  };
  const { settings } = await siteSetup(ctx.services, ctx.request.host);
  const fault = passwordFault(password, names, settings.passwordPolicy);
  if (fault !== null) throw badInput({ password: fault });
  if (await isCurrent(password)) throw badInput({ password: SAME_PASSWORD });
  return hashPassword(password);
}
