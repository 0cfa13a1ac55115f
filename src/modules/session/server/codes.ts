import { randomInt } from 'node:crypto';
import { SMS } from '#modules/session/rules.ts';
import { CODE } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { hashToken, makeToken, type Vault } from '#platform/server/crypto.ts';
import { transact } from '#platform/server/db.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { loginIndex } from './loginName.ts';
import * as queries from './queries/codes.ts';
import { siteSetup } from './site.ts';
import { deliver } from './sms/adapter.ts';

/** What a code is for; it is good for nothing else. */
export type Purpose = 'login' | 'retrieve' | 'questions';
const PURPOSE_WORDS: Record<Purpose, string> = {
  login: '登录',
  retrieve: '找回密码',
  questions: '设置密保问题',
};

/** Messages that are being delivered: nobody waits for them but tests and the end of the process. */
const underway = new Set<Promise<void>>();

/** Resolves when every message that was asked for in this process has been handed over or has failed. */
export const smsDelivered = async (): Promise<void> => void (await Promise.all(underway));

/**
 * Sends a code of six digits to the phone registered for a login name, good for five minutes, for this purpose and in
 * this browser alone. A name that nobody has, one without a phone and a known one are answered alike and cost the
 * same; nothing is sent for the first two, and a gateway is not waited for.
 * Refuses with HTTP 429 and `retryAfter` (60 seconds and 5 an hour for a number, 20 an hour for an address), with
 * body code 400 where the site sends no SMS.
 */
export const sendCode = (ctx: Ctx, purpose: Purpose, loginName: string): Promise<void> =>
  sendTo(ctx, purpose, loginIndex(ctx.vault, loginName));

/** The same for the column `account.login_index`, where the name itself is not at hand. */
export async function sendTo(ctx: Ctx, purpose: Purpose, index: Buffer): Promise<void> {
  const { services, vault } = ctx;
  const { settings, secrets } = await siteSetup(services, ctx.request.host);
  if (settings.sms.kind === 'off') throw refuse('本站尚未开通短信服务，请联系党务工作者');
  const recipient = await queries.findRecipient(services.db, index);
  const phone = recipient ? openPhone(vault, recipient) : null;
  const numberIndex = phone === null ? index : vault.index('sms-number', phone);
  const code = String(randomInt(10 ** SMS.digits)).padStart(SMS.digits, '0');
  const request = makeToken();
  const requestHash = hashToken(request);
  const message = await transact(services.db, async (tx) => {
    const waits = await queries.readWaits(tx, numberIndex, ctx.ip);
    assertMaySend(waits);
    await queries.insertCode(tx, { requestHash, purpose, loginIndex: index, codeMac: mac(vault, requestHash, code) });
    const numberMask = phone === null ? null : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
    return queries.insertMessage(tx, { numberIndex, numberMask, purpose, ip: ctx.ip });
  });
  setRequestCookie(ctx, purpose, request);
  if (phone === null) return;
  const text = `您正在${PURPOSE_WORDS[purpose]}，验证码${code}，${SMS.goodSeconds / 60}分钟内有效。请勿告诉他人。`;
  const delivery = deliver(services.config, settings, secrets, { phone, text })
    .then(() => queries.markMessage(services.db, message, 'sent'))
    .catch(() => queries.markMessage(services.db, message, 'failed'))
    .then(() => {})
    .catch(() => {})
    .finally(() => underway.delete(delivery));
  underway.add(delivery);
}

/**
 * Whether this is the code that was sent to this browser for this purpose and login name; a good one is used up.
 * Five tries; they and the use stay although the caller refuses afterwards.
 */
export const redeemCode = (ctx: Ctx, purpose: Purpose, loginName: string, code: string): Promise<boolean> =>
  redeemCodeOf(ctx, purpose, loginIndex(ctx.vault, loginName), code);

/** The same for the column `account.login_index`. */
export async function redeemCodeOf(ctx: Ctx, purpose: Purpose, index: Buffer, code: string): Promise<boolean> {
  const spend = await proveCode(ctx, purpose, index, code);
  return spend !== null && (await spend());
}

/**
 * Where a code counts beside something else that may be wrong: null where it is not good, else what uses it up, which
 * answers false where another use was faster. Counted as a try; `index` as the column `account.login_index`.
 */
export async function proveCode(
  ctx: Ctx,
  purpose: Purpose,
  index: Buffer,
  code: string,
): Promise<(() => Promise<boolean>) | null> {
  const request = await compare(ctx, purpose, index, code);
  return request && (() => queries.spendCode(ctx.services.db, request));
}

/** Whether the code is right, without using it up; counted as a try as well. */
export const checkCode = async (ctx: Ctx, purpose: Purpose, code: string): Promise<boolean> =>
  (await compare(ctx, purpose, null, code)) !== null;

async function compare(ctx: Ctx, purpose: Purpose, index: Buffer | null, code: string): Promise<Buffer | null> {
  const requestHash = hashToken(ctx.request.cookies[cookieName(purpose)] ?? '');
  const stored = await queries.takeCodeTry(ctx.services.db, requestHash, purpose, index);
  if (stored === null) return null;
  return ctx.vault.verify('sms-code', place(requestHash, code), stored) ? requestHash : null;
}

const place = (requestHash: Buffer, code: string) => `${requestHash.toString('hex')}.${code.trim()}`;
const mac = (vault: Vault, requestHash: Buffer, code: string) => vault.sign('sms-code', place(requestHash, code));
const cookieName = (purpose: Purpose) => `sms_${purpose}`;

/** The code is bound to the browser that asked: who learns it elsewhere cannot use it. */
function setRequestCookie(ctx: Ctx, purpose: Purpose, request: string): void {
  ctx.response.setCookie(cookieName(purpose), request, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.request.protocol === 'https',
    maxAge: SMS.goodSeconds,
  });
}

function openPhone(vault: Vault, row: queries.Recipient): string | null {
  if (row.phone_enc !== null) return vault.open(`account.phone.${row.account_id}`, row.phone_enc);
  // The place is the member module's, which stands above this one; only the text is shared.
  if (row.member_phone_enc !== null) return vault.open(`member.phone.${row.member_id}`, row.member_phone_enc);
  return null;
}

function assertMaySend({ wait_number, wait_hour, wait_ip }: queries.Sent): void {
  const seconds = Math.ceil(Math.max(wait_number, wait_hour, wait_ip));
  if (seconds <= 0) return;
  const sentence =
    wait_ip >= Math.max(wait_number, wait_hour)
      ? '当前网络发送次数过多，请稍后再试'
      : wait_hour > wait_number
        ? '一小时内最多发送5次验证码，请稍后再试'
        : `验证码发送过于频繁，请${seconds}秒后再试`;
  throw new Refusal(CODE.business, sentence, { retryAfter: seconds }, 429);
}
