import type { login } from '#kernel/session/contract.ts';
import { isTooEasy, verificationReason } from '#kernel/session/rules.password.ts';
import { PASSWORD_WAY } from '#kernel/session/rules.ts';
import { CODE, type ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { textPinyin } from '#platform/server/database/nameSearch.ts';
import { Refusal } from '#platform/server/errors.ts';
import { assertRoom } from '#platform/server/secrecy/passwords.ts';
import { assertCaptcha } from './captcha/check.ts';
import { proveCode } from './codes.ts';
import { knownDevice } from './device.ts';
import { loginIndex, normaliseLogin } from './loginName.ts';
import { logFailure, type Opened, openFor } from './open.ts';
import { clearAllTries, demandPasswordChange } from './queries.ts';
import { siteSetup } from './site.ts';
import { type Demand, tryPassword } from './tries.ts';

const INCORRECT = '用户不存在/密码错误';
/** The counter of whoever brings a good SMS code: neither strangers nor own mistakes on a device lock the owner out. */
const BY_SMS = '@sms';
const WRONG_CODE = '验证码不正确或已过期';
const REASONS = {
  account: '系统检测到您的密码包含当前账号信息，需要进行身份验证',
  weak: '系统检测到您的密码为弱密码，需要进行身份验证',
};

/**
 * Signs in with name and password. A name that nobody has behaves as a wrong password does. Refuses with
 * 600 at `code` without a good picture check, and at `smsCode` (with `smsRequired`) where the password asks for an
 * SMS code, both where the site wants them;
 * 0 where name or password is wrong, with `remaining`; 400 where the name is locked, with `locked` and `smsUnlocks`.
 */
export async function signIn(ctx: Ctx, input: ParsedOf<typeof login>): Promise<Opened> {
  assertRoom();
  const setup = await siteSetup(ctx.services, ctx.request.host);
  const { settings } = setup;
  await assertCaptcha(ctx, setup, input);
  const { username } = input;
  const smsCode = input.smsCode.trim();
  const index = loginIndex(ctx.vault, username);
  // A right code is not wasted on a wrong password: another one can be had after a minute alone.
  const spendCode = smsCode === '' ? null : await proveCode(ctx, 'login', index, smsCode);
  const demandOf = (password: string): Demand | null => {
    if (!settings.verificationOn || spendCode) return null;
    const reason = verificationReason(username, password, settings.passwordPolicy);
    return reason && smsDemand(reason, smsCode !== '');
  };
  const device = spendCode ? BY_SMS : knownDevice(ctx, index);
  const outcome = await tryPassword(ctx, index, device, input.password, demandOf).catch((error: unknown) => {
    throw locked(error) ? withSmsHint(error, settings.sms.kind !== 'off') : error;
  });
  const { attempt, good, remaining, password, clear } = outcome;
  const { account } = attempt;
  if (!good || account === null) {
    await logFailure(ctx, PASSWORD_WAY, INCORRECT, account ?? undefined);
    const lockedUntil = remaining === 0 ? attempt.locked_until : null;
    const unlocks = remaining === 0 ? { smsUnlocks: settings.sms.kind !== 'off' } : {};
    throw new Refusal(CODE.loginIncorrect, INCORRECT, { remaining, lockedUntil, ...unlocks });
  }
  if (spendCode) {
    await clear();
    if (!(await spendCode())) throw wrongCode();
    // The owner is back: nobody else's guesses hold the name up any longer, on whatever device.
    await clearAllTries(ctx.services.db, index);
  }
  const names = { idCard: idCardOf(username), name: textPinyin(attempt.name ?? '').full };
  if (isTooEasy(password ?? '', names, settings.passwordPolicy)) {
    await demandPasswordChange(ctx.services.db, account.id);
  }
  // What is forgotten stays forgotten, whatever becomes of the session.
  const [opened] = await Promise.all([openFor(ctx, account, PASSWORD_WAY, settings), spendCode ? null : clear()]);
  return opened;
}

const wrongCode = (also: object = {}) =>
  new Refusal(CODE.parameter, WRONG_CODE, { fields: { smsCode: WRONG_CODE }, ...also });

/** Told by what was typed alone, so that it says nothing about the account. */
function smsDemand(smsRequired: keyof typeof REASONS, given: boolean): Demand {
  if (given) return { refusal: wrongCode({ smsRequired }), free: false };
  const fields = { smsCode: '验证码不能为空' };
  return { refusal: new Refusal(CODE.parameter, REASONS[smsRequired], { fields, smsRequired }), free: true };
}

const locked = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.data as { locked?: boolean } | null)?.locked === true;

const withSmsHint = ({ code, message, data }: Refusal, smsUnlocks: boolean) =>
  new Refusal(code, message, { ...(data as object), smsUnlocks });

/** The login name is an id card for all but a few. */
function idCardOf(username: string): string | null {
  const name = normaliseLogin(username);
  return /^\d{17}[\dX]$/.test(name) ? name : null;
}
