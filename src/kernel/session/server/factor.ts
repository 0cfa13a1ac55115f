import { randomInt } from 'node:crypto';
import type { confirmFactor, factorState, startFactor } from '#kernel/session/contract.sessions.ts';
import type { answerSecondFactor } from '#kernel/session/contract.steps.ts';
import { TRIES } from '#kernel/session/rules.ts';
import { CODE, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, Refusal, refuse } from '#platform/server/errors.ts';
import { hashToken, type Vault } from '#platform/server/secrecy/crypto.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import { logFailure, requireUsableAccount, startSession } from './open.ts';
import * as queries from './queries/factor.ts';
import { readAtDoor } from './queries/open.ts';
import { clearTries, consumeTry } from './queries.ts';
import { siteSetup } from './site.ts';
import { makeSecret, matchingStep, otpauthUri } from './totp.ts';

const RECOVERY_CODES = 10;
/** Without what is easily misread; ten of them are 49 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LETTERS_IN_CODE = 10;
/** The counter of wrong codes: only who knows the password gets here, so it cannot be locked by strangers. */
const COUNTER = '@factor';
const SIGN_IN_AGAIN = '登录已超时，请重新登录';

const place = (accountId: string) => `account_totp.secret.${accountId}`;
/** Where the secrets of authenticators rest. */
export const encryptedSecrets = encryptedColumn('account_totp', 'secret_enc', place, { key: { account_id: 'bigint' } });

const recoveryMac = (vault: Vault, accountId: string, code: string) =>
  vault.sign('recovery-code', `${accountId}.${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

/**
 * The second step of a sign-in: six digits of the authenticator, each good once, or a recovery code. Five wrong ones
 * in half an hour close this step for the account (body code 400); a wrong one is body code 600 at `code`; a
 * challenge that has run out or was answered is body code 400 with `expired`.
 */
export async function answer(
  ctx: Ctx,
  { challenge, code }: ParsedOf<typeof answerSecondFactor>,
): Promise<ReplyOf<typeof answerSecondFactor>> {
  const { db } = ctx.services;
  const hash = hashToken(challenge);
  const waiting = await queries.readChallenge(db, hash);
  const account = waiting && (await readAtDoor(db, waiting.account_id));
  if (!account) throw refuse(SIGN_IN_AGAIN, { expired: true });
  const { failures } = await consumeTry(db, account.login_index, COUNTER);
  if (failures > TRIES) throw refuse('动态口令错误次数过多，请30分钟后再试', { remaining: 0, locked: true });
  if (!(await spend(ctx, account.id, code))) {
    await logFailure(ctx, waiting.way, '动态口令不正确', account);
    const remaining = TRIES - failures;
    const sentence =
      remaining > 0 ? `动态口令不正确，还可以再试${remaining}次` : '动态口令错误次数过多，请30分钟后再试';
    throw new Refusal(CODE.parameter, sentence, { fields: { code: sentence }, remaining });
  }
  const enterable = await requireUsableAccount(ctx, account, waiting.way);
  if (!(await queries.spendChallenge(db, hash))) throw refuse(SIGN_IN_AGAIN, { expired: true });
  await clearTries(db, account.login_index, COUNTER);
  return startSession(ctx, enterable, waiting.way);
}

/** Whether a code is good; it is used up at once and stays so although the caller refuses afterwards. */
async function spend(ctx: Ctx, accountId: string, code: string): Promise<boolean> {
  const { db } = ctx.services;
  if (!/^\d{6}$/.test(code)) return queries.spendRecoveryCode(db, accountId, recoveryMac(ctx.vault, accountId, code));
  const factor = await queries.readFactor(db, accountId);
  if (!factor?.confirmed_at) return false;
  const step = matchingStep(ctx.vault.decrypt(place(accountId), factor.secret_enc), code, factor.seconds);
  return step !== null && queries.takeStep(db, accountId, step);
}

/** What the account's own page shows of it. */
export async function state(ctx: Ctx): Promise<ReplyOf<typeof factorState>> {
  const { accountId } = ctx.session;
  const factor = await queries.readFactor(ctx.db, accountId);
  const since = factor?.confirmed_at ?? null;
  return {
    enrolled: since !== null,
    since: since?.toISOString() ?? null,
    codesLeft: await queries.countRecoveryCodes(ctx.db, accountId),
    required: await isRequired(ctx),
  };
}

async function isRequired(ctx: Ctx): Promise<boolean> {
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
  return queries.factorRequired(settings.secondFactor, ctx.session.roleId, ctx.session.base);
}

/** A new secret, which counts once a code of it is confirmed. Refuses (400) where one is in use. */
export async function start(ctx: Ctx): Promise<ReplyOf<typeof startFactor>> {
  const { accountId, accountName } = ctx.session;
  const secret = makeSecret();
  if (!(await queries.writeSecret(ctx.db, accountId, ctx.vault.encrypt(place(accountId), secret)))) {
    throw refuse('二次验证已启用，如需更换请先停用');
  }
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
  return { secret, uri: otpauthUri(secret, settings.productName, accountName) };
}

/** Switches the factor on with the first code of its authenticator; answers the recovery codes, this once. */
export async function confirm(
  ctx: Ctx,
  { code }: ParsedOf<typeof confirmFactor>,
): Promise<ReplyOf<typeof confirmFactor>> {
  const { accountId } = ctx.session;
  const factor = await queries.readFactor(ctx.db, accountId);
  if (!factor) throw refuse('请先获取二次验证密钥');
  if (factor.confirmed_at) throw refuse('二次验证已启用，如需更换请先停用');
  const step = matchingStep(ctx.vault.decrypt(place(accountId), factor.secret_enc), code, factor.seconds);
  if (step === null || !(await queries.takeStep(ctx.db, accountId, step))) {
    throw badInput({ code: '动态口令不正确，请核对手机时间后重试' });
  }
  await queries.confirmFactor(ctx.db, accountId);
  return { recoveryCodes: await makeRecoveryCodes(ctx) };
}

/** Switches the factor off, unless the site demands it in this role. */
export async function disable(ctx: Ctx): Promise<null> {
  if (await isRequired(ctx)) throw refuse('本平台要求您的角色使用二次验证，不能停用');
  await queries.deleteFactor(ctx.db, ctx.session.accountId);
  return null;
}

/** Ten new recovery codes; the old ones are void. */
export async function renewCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  if (!(await queries.hasFactor(ctx.db, ctx.session.accountId))) throw refuse('尚未启用二次验证');
  return { recoveryCodes: await makeRecoveryCodes(ctx) };
}

async function makeRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { accountId } = ctx.session;
  const letters = () => Array.from({ length: LETTERS_IN_CODE }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  const codes = Array.from({ length: RECOVERY_CODES }, () => letters().join(''));
  await queries.writeRecoveryCodes(
    ctx.db,
    accountId,
    codes.map((code) => recoveryMac(ctx.vault, accountId, code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
