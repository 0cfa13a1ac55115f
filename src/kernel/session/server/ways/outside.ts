import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SiteSecrets } from '#kernel/session/contract.site.ts';
import type * as contract from '#kernel/session/contract.ways.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { forbidden, refuse } from '#platform/server/errors.ts';
import { tokenOf } from '#platform/server/http/authenticate.ts';
import { auditAct, writeAudit } from '#platform/server/log/audit.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { siteSetup } from '../site.ts';
import { setupOf } from './providers.ts';
import * as queries from './queries.ts';

type SiteKey = ParsedOf<typeof contract.outsideTicket>['key'];

const KEYS = {
  dataVisualisation: 'dataVisualisationKey',
  annualStatistics: 'annualStatisticsKey',
  assessmentSupervision: 'assessmentSupervisionKey',
  publishing: 'publishingKey',
} as const satisfies Record<SiteKey, keyof SiteSecrets>;

const rightTo = (key: SiteKey) => `outside:${key}`;

/** The outside sites that the active role may open from here, in the order in which they were set. */
export async function listSites(ctx: Ctx): Promise<ReplyOf<typeof contract.outsideSites>> {
  const { settings } = await setupOf(ctx);
  return settings.outsideSites.filter(({ key }) => ctx.may(rightTo(key))).map(({ key, name }) => ({ key, name }));
}

/**
 * The address of an outside site with a ticket of 60 seconds in it, which that site's server redeems once. Where
 * the site's configuration says so, with the session's own token instead; the log tells the two apart.
 */
export async function openSite(
  ctx: Ctx,
  { key }: ParsedOf<typeof contract.outsideTicket>,
): Promise<ReplyOf<typeof contract.outsideTicket>> {
  const { settings } = await setupOf(ctx);
  const site = settings.outsideSites.find((entry) => entry.key === key);
  if (!site) throw refuse('本站没有配置该外部站点');
  if (!ctx.may(rightTo(key))) throw forbidden();
  const token = tokenOf(ctx.request.headers.authorization) ?? '';
  const url = new URL(site.url);
  if (site.legacyTokenHandoff) {
    url.searchParams.set('token', token);
  } else {
    const ticket = makeToken();
    const written = await queries.insertOutsideTicket(ctx.db, {
      hash: hashToken(ticket),
      siteKey: key,
      host: ctx.request.host,
      tokenHash: hashToken(token),
    });
    if (!written) throw refuse('登录已过期，请重新登录');
    url.searchParams.set('ticket', ticket);
  }
  const reason = site.legacyTokenHandoff ? '按配置交出会话令牌' : '一次性票据';
  ctx.audit({ type: 'outsideSite', id: key, name: site.name, reason });
  return { url: url.href };
}

/**
 * Tells an outside site's server whose ticket it holds. The ticket is the site's own, unused and younger than 60
 * seconds, and the signature shows that the site and nobody else asks; everything else is one refusal.
 */
export async function exchangeTicket(
  ctx: Ctx,
  { key, ticket, sign }: ParsedOf<typeof contract.exchangeTicket>,
): Promise<ReplyOf<typeof contract.exchangeTicket>> {
  const hash = hashToken(ticket);
  const host = await queries.hostOfTicket(ctx.db, hash, key);
  const secret = host === null ? undefined : (await siteSetup(ctx.services, host)).secrets[KEYS[key]];
  const holder = secret && signed(secret, ticket, sign) ? await redeem(ctx, key, hash) : undefined;
  if (!holder) {
    await auditAct(ctx, null, EXCHANGE, { type: 'outsideSite', id: key, orgCode: ROOT_CODE }, 'denied');
    throw refuse('票据无效或已过期');
  }
  return {
    userId: holder.account_id,
    userName: holder.name,
    roleId: holder.role_id,
    roleName: holder.role_name,
    orgId: holder.org_id,
    orgCode: holder.org_code,
    orgName: holder.org_name,
  };
}

const signed = (key: string, ticket: string, sign: string) =>
  timingSafeEqual(createHmac('sha256', key).update(ticket).digest(), Buffer.from(sign, 'hex'));

/** Not a bound write: a refusal must not undo the row that tells of it. */
const redeem = (ctx: Ctx, key: SiteKey, hash: Buffer) =>
  transact(ctx.services.db, async (tx) => {
    const holder = await queries.redeemOutsideTicket(tx, hash, key);
    if (holder) {
      const { account_id: id, name, org_code: orgCode } = holder;
      const act = { action: EXCHANGE, endpoint: ENDPOINT, outcome: 'done', ip: ctx.ip, traceId: ctx.traceId } as const;
      await writeAudit(tx, null, act, [{ type: 'account', id, name, orgCode, reason: key }]);
    }
    return holder;
  });

const EXCHANGE = '外部站点兑换票据';
const ENDPOINT = 'POST /api/session/ticket/exchange';
/** Acts of nobody stand at the root (specification, section 9). */
const ROOT_CODE = '0001';
