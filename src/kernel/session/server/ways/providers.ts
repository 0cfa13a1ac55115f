import type * as contract from '#kernel/session/contract.ways.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { knownHost } from '#platform/server/start/config.ts';
import type { Opened } from '../open.ts';
import { type SiteSetup, siteSetup } from '../site.ts';
import { assertState, makeState } from './cookies.ts';
import { signInWithCode } from './exchange.ts';

export const setupOf = (ctx: Ctx) => siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
export const ownOrigin = (ctx: Ctx) => `${ctx.request.protocol}://${ctx.request.host}`;
/** For whom codes are made: the host as the deployment names it, where it does. */
const ownHost = (ctx: Ctx) => knownHost(ctx.services.config, ctx.request.host) ?? '';
/** Off, or without its key: nothing is asked. */
export const refuseNotEnabled = (label: string) => refuse(`本站未开通${label}登录`);

const EHB = '统一平台';
const BASE = '基础平台';

function ehbOf({ settings: { thirdParty, ehb }, secrets: { ehbSecret } }: SiteSetup) {
  if (!thirdParty || !ehb || !ehbSecret) throw refuseNotEnabled(EHB);
  return { ...ehb, key: ehbSecret };
}

/** The unified platform's own sign-in page, which leads back to this site with `code` and `state`. */
export async function ehbAddress(ctx: Ctx): Promise<ReplyOf<typeof contract.ehbUrl>> {
  const { url, clientId } = ehbOf(await setupOf(ctx));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${ownOrigin(ctx)}/`,
    state: makeState(ctx, 'ehb'),
  });
  return { url: `${url.replace(/\/$/, '')}/oauth/authorize?${query}` };
}

/** Signs in with the code that the unified platform gave this browser. */
export async function ehbSignIn(ctx: Ctx, { code, state }: ParsedOf<typeof contract.ehbCheckCode>): Promise<Opened> {
  const setup = await setupOf(ctx);
  const { url, clientId, key } = ehbOf(setup);
  assertState(ctx, 'ehb', state);
  const checkUrl = `${url.replace(/\/$/, '')}/oauth/check`;
  const provider = { way: 'ehb', label: EHB, checkUrl, key, audience: clientId, now: setup.serverTime } as const;
  return signInWithCode(ctx, provider, code);
}

/** Signs in with a token that a third party put into the address; its audience is this host. */
export async function thirdTokenSignIn(ctx: Ctx, token: string): Promise<Opened> {
  const { settings, secrets, serverTime: now } = await setupOf(ctx);
  const { thirdTokenUrl: checkUrl } = settings;
  const key = secrets.thirdTokenKey;
  if (!checkUrl || !key) throw refuseNotEnabled('第三方');
  const audience = ownHost(ctx);
  return signInWithCode(ctx, { way: 'third', label: '第三方', checkUrl, key, audience, now }, token);
}

/** Signs in with a code of the mobile application; its audience is this host. */
export async function appCodeSignIn(ctx: Ctx, code: string): Promise<Opened> {
  const { settings, secrets, serverTime: now } = await setupOf(ctx);
  const { appCodeUrl: checkUrl } = settings;
  const key = secrets.appCodeKey;
  if (!checkUrl || !key) throw refuseNotEnabled('移动应用');
  const audience = ownHost(ctx);
  return signInWithCode(ctx, { way: 'app', label: '移动应用', checkUrl, key, audience, now }, code);
}

function baseOf({ settings: { basePlatform }, secrets: { basePlatformSecret } }: SiteSetup) {
  if (!basePlatform || !basePlatformSecret) throw refuseNotEnabled(BASE);
  return { ...basePlatform, key: basePlatformSecret };
}

/** What the handoff page needs to leave for the base platform, and to know its messages. */
export async function baseParams(ctx: Ctx): Promise<ReplyOf<typeof contract.basePlatformParams>> {
  const { platformUrl, appKey, origin } = baseOf(await setupOf(ctx));
  return { platformUrl, appKey, origin, state: makeState(ctx, 'base') };
}

/** Signs in with a ticket of the base platform. */
export async function baseSignIn(
  ctx: Ctx,
  { ticket, orgId, state }: ParsedOf<typeof contract.basePlatformTicket>,
): Promise<Opened> {
  const setup = await setupOf(ctx);
  const { checkUrl, appKey, key } = baseOf(setup);
  assertState(ctx, 'base', state);
  const provider = { way: 'base', label: BASE, checkUrl, key, audience: appKey, now: setup.serverTime } as const;
  return signInWithCode(ctx, provider, ticket, orgId);
}
