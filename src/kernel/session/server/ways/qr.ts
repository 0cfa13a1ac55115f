import { randomInt, randomUUID } from 'node:crypto';
import type * as contract from '#kernel/session/contract.ways.ts';
import { QR_SECONDS, QR_STATUS } from '#kernel/session/contract.ways.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { tokenOf } from '#platform/server/http/authenticate.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { agentWords, ipTail } from '../agent.ts';
import { openSession } from '../open.ts';
import { siteOf } from '../site.ts';
import { browserSecret, setBrowserSecret } from './cookies.ts';
import * as queries from './queries.ts';

const WAY = '扫码';
const GONE = '二维码已失效，请刷新电脑上的二维码后重新扫描';

/** A cookie for each code, so that two windows of one browser do not take each other's. */
const cookieName = (uuid: string) => `qr_${uuid.slice(0, 8)}`;
const browserHashOf = (ctx: Ctx, uuid: string) => hashToken(browserSecret(ctx, cookieName(uuid)));

/**
 * A QR code for the login page. The uuid is shown to the whole room and worth nothing alone: the token is handed
 * only to the browser that holds the HttpOnly cookie set here.
 */
export async function makeQrCode(ctx: Ctx): Promise<ReplyOf<typeof contract.getQrCode>> {
  const { site } = await siteOf(ctx.services, ctx.request.host);
  if (!site.qrLogin) throw refuse('本站未开通扫码登录');
  const uuid = randomUUID();
  const secret = makeToken();
  const choices = threeNumbers();
  const number = choices[randomInt(choices.length)] ?? 0;
  await queries.insertQrCode(ctx.db, {
    uuid,
    browserHash: hashToken(secret),
    number,
    choices,
    browser: agentWords(ctx.request.headers['user-agent']),
    ip: ctx.ip,
  });
  setBrowserSecret(ctx, cookieName(uuid), secret, QR_SECONDS + 30);
  return { uuid, type: 9, path: `/#/m/confirm?uuid=${uuid}&type=9`, number, seconds: QR_SECONDS };
}

function threeNumbers(): number[] {
  const numbers = new Set<number>();
  while (numbers.size < 3) numbers.add(randomInt(10, 100));
  return [...numbers];
}

/** How a code stands. Another browser's, an unknown and an expired one are all told to be expired. */
export async function qrStatus(
  ctx: Ctx,
  { uuid }: ParsedOf<typeof contract.getQrCodeStatus>,
): Promise<ReplyOf<typeof contract.getQrCodeStatus>> {
  const browserHash = browserHashOf(ctx, uuid);
  const state = await queries.qrStateFor(ctx.db, uuid, browserHash);
  if (state === null) return { status: QR_STATUS.expired };
  if (state !== 'confirmed') return { status: state === 'scanned' ? QR_STATUS.scanned : QR_STATUS.waiting };
  const taken = await queries.takeQrCode(ctx.db, uuid, browserHash);
  if (taken === null) return { status: QR_STATUS.expired };
  return { status: QR_STATUS.confirmed, ...(await openSession(ctx, { ...taken, way: WAY })) };
}

/** What the phone shows before anybody confirms: which browser asks, from where, since when. */
export async function previewQrCode(
  ctx: Ctx,
  { uuid }: ParsedOf<typeof contract.scanQrCode>,
): Promise<ReplyOf<typeof contract.scanQrCode>> {
  const code = await queries.scanQrCode(ctx.db, uuid);
  if (!code) throw refuse(GONE);
  return {
    browser: code.browser,
    place: placeWords(ctx, code.ip),
    at: code.created_at.toISOString(),
    numbers: code.choices,
    seconds: code.seconds,
  };
}

/** There is no atlas of addresses here; whether it is the own network is what tells a stranger's screen. */
const placeWords = (ctx: Ctx, ip: string) =>
  ip === ctx.ip ? `与本机同一网络（${ipTail(ip)}）` : `其他网络（${ipTail(ip)}）`;

/** Runs before the transaction, so that a wrong number ends the code although the call is refused. */
export async function checkNumber(ctx: Ctx, { uuid, number }: ParsedOf<typeof contract.confirmQrCode>): Promise<void> {
  if (await queries.endIfWrong(ctx.services.db, uuid, number)) {
    throw refuse('数字与电脑上显示的不一致，本次登录已取消，请刷新二维码后重新扫描');
  }
}

/** The phone's user lets the computer in as herself. */
export async function confirmQrCode(
  ctx: Ctx,
  { uuid, number }: ParsedOf<typeof contract.confirmQrCode>,
): Promise<null> {
  const token = tokenOf(ctx.request.headers.authorization) ?? '';
  const code = await queries.confirmQrCode(ctx.db, uuid, number, hashToken(token));
  if (!code) throw refuse(GONE);
  ctx.audit({ type: 'account', id: ctx.session.accountId, name: `${code.browser} ${ipTail(code.ip)}` });
  return null;
}

/** The phone's user did not want this. */
export async function rejectQrCode(ctx: Ctx, { uuid }: ParsedOf<typeof contract.refuseQrCode>): Promise<null> {
  const code = await queries.refuseQrCode(ctx.db, uuid);
  if (!code) throw refuse(GONE);
  ctx.audit({ type: 'account', id: ctx.session.accountId, name: `${code.browser} ${ipTail(code.ip)}` });
  return null;
}
