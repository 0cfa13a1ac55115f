import { randomInt } from 'node:crypto';
import { SMS } from '#kernel/session/rules.ts';
import { CODE } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { hashToken, makeToken, type Vault } from '#platform/server/secrecy/crypto.ts';
import { knownDevice, networkOf } from './device.ts';
import { loginIndex } from './loginName.ts';
import * as queries from './queries/codes.ts';
import { siteSetup } from './site.ts';
import { deliverSms } from './sms/adapter.ts';

/** What a code is for; it is good for nothing else. */
export type Purpose = 'login' | 'retrieve' | 'questions' | 'phone';
const PURPOSE_WORDS: Record<Purpose, string> = {
  login: '登录',
  retrieve: '找回密码',
  questions: '设置密保问题',
  phone: '确认手机号',
};

/** Messages that are being delivered: nobody waits for them but tests and the end of the process. */
const underway = new Set<Promise<void>>();

/** Resolves when every message that was asked for in this process has been handed over or has failed. */
export const smsDelivered = async (): Promise<void> => void (await Promise.all(underway));

/**
 * Sends a code of six digits to the phone registered for a login name, good for five minutes, for this purpose and in
 * this browser alone. A name that nobody has, one without a phone and a known one are answered alike and cost the
 * same; nothing is sent for the first two, and a gateway is not waited for.
 * Refuses with HTTP 429 and `retryAfter`: a device that the name knows has one a minute and 5 an hour for the number;
 * all strangers together as many, of which 3 from one address, and 20 an hour for an address. Body code 400 where the
 * site sends no SMS.
 */
export const sendCode = (ctx: Ctx, purpose: Purpose, loginName: string): Promise<void> =>
  sendTo(ctx, purpose, loginIndex(ctx.vault, loginName));

/**
 * The same for the column `account.login_index`, where the name itself is not at hand.
 * @param own whether the account's own session asks
 */
export async function sendTo(ctx: Ctx, purpose: Purpose, index: Buffer, own = false): Promise<void> {
  const { services, vault } = ctx;
  const recipient = await queries.findRecipient(services.db, index, purpose === 'retrieve');
  const phone = recipient ? openPhone(vault, recipient) : null;
  const asker = { known: own || knownDevice(ctx, index) !== '', ip: networkOf(ctx.ip) };
  const numberIndex = phone === null ? index : vault.index('sms-number', phone);
  await issue(ctx, { purpose, index, phone, numberIndex, asker, boundTo: '' });
}

/**
 * Sends a code to a number that the signed-in account wants as its own; `redeemPhoneCode` takes it. Limited as others, for
 * this account and number together, so that nobody else's asking counts.
 */
export async function sendToNumber(ctx: Ctx, index: Buffer, phone: string): Promise<void> {
  const numberIndex = ctx.vault.index('sms-number', `${index.toString('hex')}.${phone}`);
  const asker = { known: true, ip: networkOf(ctx.ip) };
  await issue(ctx, { purpose: 'phone', index, phone, numberIndex, asker, boundTo: phone });
}

/** Whether the code is the one that was sent to this number for this account; a good one is used up. */
export const redeemPhoneCode = (ctx: Ctx, index: Buffer, phone: string, code: string): Promise<boolean> =>
  redeemCodeOf(ctx, 'phone', index, bound(code, phone));

/** A code is good for the number it was sent to alone: the number is part of what is signed. */
const bound = (code: string, phone: string) => (phone === '' ? code : `${code.trim()}.${phone}`);

interface Issue {
  purpose: Purpose;
  index: Buffer;
  phone: string | null;
  numberIndex: Buffer;
  asker: queries.Asker;
  /** The number that the code is bound to beside the browser; `''`: to none. */
  boundTo: string;
}

async function issue(ctx: Ctx, { purpose, index, phone, numberIndex, asker, boundTo }: Issue): Promise<void> {
  const { services, vault } = ctx;
  const { settings, secrets } = await siteSetup(services, ctx.request.host);
  if (settings.sms.kind === 'off') throw refuse('本站尚未开通短信服务，请联系党务工作者');
  const code = String(randomInt(10 ** SMS.digits)).padStart(SMS.digits, '0');
  const request = makeToken();
  const requestHash = hashToken(request);
  const message = await transact(services.db, async (tx) => {
    const waits = await queries.readWaits(tx, numberIndex, asker);
    assertMaySend(waits);
    await queries.insertCode(tx, {
      requestHash,
      purpose,
      loginIndex: index,
      codeMac: mac(vault, requestHash, bound(code, boundTo)),
    });
    const numberMask = phone === null ? null : phoneMask(phone);
    return queries.insertMessage(tx, { numberIndex, numberMask, purpose, ...asker });
  });
  setRequestCookie(ctx, purpose, request);
  if (phone === null) return;
  const text = `您正在${PURPOSE_WORDS[purpose]}，验证码${code}，${SMS.goodSeconds / 60}分钟内有效。请勿告诉他人。`;
  const delivery = deliverSms(services.config, settings, secrets, { phone, text })
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

/** A mobile number as people see it. */
export const phoneMask = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** The number by which an account is reached: its own, else the record's; null where it has none. */
export function openPhone(vault: Vault, row: queries.Recipient): string | null {
  if (row.phone_enc !== null) return vault.decrypt(`account.phone.${row.account_id}`, row.phone_enc);
  // The place is the member module's, which stands above this one; only the text is shared.
  if (row.member_phone_enc !== null) return vault.decrypt(`member.phone.${row.member_id}`, row.member_phone_enc);
  return null;
}

function assertMaySend({ wait_number, wait_hour, wait_source, wait_ip }: queries.Sent): void {
  const seconds = Math.ceil(Math.max(wait_number, wait_hour, wait_source, wait_ip));
  if (seconds <= 0) return;
  const sentence =
    wait_ip >= Math.max(wait_number, wait_hour, wait_source)
      ? '当前网络发送次数过多，请稍后再试，或在登录过的设备上操作'
      : wait_source > Math.max(wait_number, wait_hour)
        ? `一小时内最多从同一网络发送${SMS.perHourAndSource}次验证码，请稍后再试，或在登录过的设备上操作`
        : wait_hour > wait_number
          ? `一小时内最多发送${SMS.perHour}次验证码，请稍后再试，或在登录过的设备上操作`
          : `验证码发送过于频繁，请${seconds}秒后再试`;
  throw new Refusal(CODE.business, sentence, { retryAfter: seconds }, 429);
}
