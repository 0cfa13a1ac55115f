import { randomInt } from 'node:crypto';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Device, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, tooManyRequests } from '#platform/server/errors.ts';
import { sessionOfGrantHolder } from '#platform/server/http/authenticate.ts';
import { DEVICE_COOKIE, DEVICE_PATH } from '#platform/server/http/device.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import * as contract from '../contract.device.ts';
import { device } from '../nouns/device.ts';
import { DEVICE_DAYS, PAIR_DIGITS, PAIR_SECONDS, PAIR_STATES, PAIR_TRIES } from '../rules.device.ts';
import * as queries from './queries/device.ts';

const indexOf = (ctx: Ctx, digits: string) => ctx.vault.index('boxPair', digits);

/** Gives a screen its token: never for scripts, never with a request that another site made, for the calls of terminals alone. */
export function setDeviceCookie(ctx: Ctx, token: string): void {
  ctx.response.setCookie(DEVICE_COOKIE, token, {
    path: DEVICE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.request.protocol === 'https',
    maxAge: DEVICE_DAYS * 86_400,
  });
}

/** Six digits for a screen that nobody has paired, and a secret by which it asks what came of them. */
export async function createTicket(ctx: Ctx): Promise<ReplyOf<typeof contract.getTicket>> {
  const ticket = makeToken();
  for (;;) {
    const digits = String(randomInt(10 ** PAIR_DIGITS)).padStart(PAIR_DIGITS, '0');
    if (await queries.addTicket(ctx.db, hashToken(ticket), indexOf(ctx, digits)))
      return { ticket, digits, seconds: PAIR_SECONDS };
  }
}

/**
 * What came of a screen's digits. The answer 3 is given once, with the cookie: the terminal is this screen's from then on, as long as
 * whoever typed the digits still may.
 */
export async function stateOfTicket(
  ctx: Ctx,
  { ticket }: ParsedOf<typeof contract.ticketState>,
): Promise<ReplyOf<typeof contract.ticketState>> {
  const hash = hashToken(ticket);
  const token = makeToken();
  const state = await transact(ctx.services.db, async (tx) => {
    const found = await queries.lockTicket(tx, hash);
    if (!found) return PAIR_STATES.over;
    if (found.deviceId === null) return PAIR_STATES.waits;
    await queries.dropTicket(tx, hash);
    const typist = await sessionOfGrantHolder(
      { db: tx, services: ctx.services },
      found.grantId,
      contract.pairDevice.access,
    );
    const scope = typist && workerScope(typist.orgCode);
    const paired = scope && (await queries.pairByToken(tx, scope, found.deviceId, hashToken(token), found.grantId));
    return paired ? PAIR_STATES.paired : PAIR_STATES.over;
  });
  if (state === PAIR_STATES.paired) setDeviceCookie(ctx, token);
  return { state };
}

const WRONG = '没有电视显示这六位数字，或已过期，请看清后重新输入';
const triesOf = (accountId: string) => `boxPair:a${accountId}`;

/** @throws HTTP 429 where the account has typed five wrong numbers within ten minutes */
async function assertMayTry({ db, session }: Ctx): Promise<void> {
  const found = await queries.triesOf(db, triesOf(session.accountId), PAIR_TRIES.seconds);
  if (found && found.hits >= PAIR_TRIES.most) throw tooManyRequests(Math.max(1, found.left));
}

/** A worker types what stands on a screen: within seconds that screen is this terminal, and another one that was it no more. */
export async function pair(ctx: Ctx, { id, digits }: ParsedOf<typeof contract.pairDevice>): Promise<null> {
  const row = await queries.lockDevice(ctx.db, ctx.scope, id);
  if (!row) throw notFound('终端不存在');
  await assertMayTry(ctx);
  if (!(await queries.takeTicket(ctx.db, indexOf(ctx, digits), row.id, ctx.session.grantId))) {
    const { seconds } = PAIR_TRIES;
    // Beside the transaction, which is undone.
    await countHit(ctx.services, triesOf(ctx.session.accountId), Number.MAX_SAFE_INTEGER, seconds);
    throw badInput({ digits: WRONG });
  }
  ctx.audit({ type: device.is.name, id: row.id, name: row.name, orgCode: row.orgCode });
  return null;
}

/** The terminal of a token for the platform's door (`access: 'device'`), or what a screen reads that is none any more. */
export async function deviceOf(services: Services, tokenHash: Buffer): Promise<Device | { why: string }> {
  const found = await queries.deviceOfToken(services.db, tokenHash);
  if (!found) return { why: '' };
  const { id, name, orgId, orgCode, orgName, holds } = found;
  return holds ? { id, name, orgId, orgCode } : { why: `此终端已停用，请联系${orgName}` };
}
