import type { confirmPhone, getOwnPhone, sendPhoneCode } from '#kernel/safeCenter/contract.ts';
import { openPhone, phoneMask, redeemPhoneCode, sendToNumber } from '#kernel/session/server/codes.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import * as codes from '#kernel/session/server/index.ts';
import { lockAccount, loginIndexOf } from '#kernel/session/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { dropProofs } from './queries.ts';

/** By which phone the own password is retrieved, and whether the owner has confirmed it. */
export async function ownPhone(ctx: Ctx): Promise<ReplyOf<typeof getOwnPhone>> {
  const row = await codes.readOwnPhone(ctx.db, ctx.session.accountId);
  const from = row.phone_enc !== null ? 'account' : row.member_phone_enc !== null ? 'record' : null;
  return {
    phone: from === 'account' ? row.phone_mask : row.member_phone_mask,
    from,
    confirmedAt: row.phone_confirmed_at?.toISOString() ?? null,
    usable: from !== null && (!row.office || row.phone_confirmed_at !== null),
    office: row.office,
  };
}

/** Sends a code to the number that is to be confirmed; 429 as every code, 400 where the site sends no SMS. */
export async function sendCodeTo(ctx: Ctx, { phonenumber }: ParsedOf<typeof sendPhoneCode>): Promise<null> {
  await sendToNumber(ctx, await loginIndexOf(ctx.db, ctx.session.accountId), phonenumber);
  return null;
}

type Input = ParsedOf<typeof confirmPhone>;

/** Before the write: the own password is right (counted, 600 at `password`), and so is the code sent to this number (600 at `smsCode`). */
export async function preparePhone(ctx: Ctx, { phonenumber, smsCode, password }: Input): Promise<void> {
  await confirmPassword(ctx, password);
  const index = await loginIndexOf(ctx.db, ctx.session.accountId);
  if (!(await redeemPhoneCode(ctx, index, phonenumber, smsCode))) {
    throw badInput({ smsCode: '短信验证码不正确或已过期，请核对手机号后重新获取' });
  }
}

/** Writes the confirmed number; whoever had the one before is told, and what it has begun is over. */
export async function confirmOwnPhone(ctx: Ctx, { phonenumber }: Input): Promise<null> {
  const { accountId, accountName } = ctx.session;
  await lockAccount(ctx.db, accountId);
  const before = await codes.readOwnPhone(ctx.db, accountId);
  const held = openPhone(ctx.vault, before);
  const phone = {
    encrypted: ctx.vault.encrypt(`account.phone.${accountId}`, phonenumber),
    mask: phoneMask(phonenumber),
  };
  await codes.writeOwnPhone(ctx.db, accountId, phone, accountName);
  if (held !== phonenumber) {
    await codes.dropRetrievalCodes(ctx.db, before.login_index);
    await dropProofs(ctx.db, accountId);
    await codes.notifyOldNumber(ctx.db, before, phone.mask, ctx.request.host);
  }
  ctx.audit({
    type: 'account',
    id: accountId,
    name: accountName,
    changes: { phonenumber: [held === null ? null : phoneMask(held), phone.mask] },
  });
  return null;
}
