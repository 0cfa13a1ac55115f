import { z } from 'zod';
import type * as contract from '#kernel/session/contract.ways.ts';
import { PASSWORD_WAY } from '#kernel/session/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { tokenOf } from '#platform/server/http/authenticate.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { openSession } from '../open.ts';
import type { SiteSetup } from '../site.ts';
import { assertState, browserSecret, makeState, setBrowserSecret } from './cookies.ts';
import { consumeCode } from './exchange.ts';
import { ownOrigin, refuseNotEnabled, setupOf } from './providers.ts';
import * as queries from './queries.ts';

const WAY = '微信';
const WAITING = 'wechat_waiting';
const WAITING_SECONDS = 600;
/** Reply type of a WeChat user without account. */
const UNBOUND = 1;

/** Shown only where the application is set and the page's origin is one of the production domains. */
function wechatOf(ctx: Ctx, { settings: { wechat, wechatUrl, wechatPageUrl }, secrets: { wechatSecret } }: SiteSetup) {
  if (!wechat || !wechatSecret || !wechat.domains.includes(ownOrigin(ctx))) throw refuseNotEnabled(WAY);
  return { appId: wechat.appId, secret: wechatSecret, callUrl: wechatUrl, pageUrl: wechatPageUrl };
}

/** WeChat's page with its QR code, which leads back to this site with `code` and `state`. */
export async function wechatAddress(ctx: Ctx): Promise<ReplyOf<typeof contract.wechatUrl>> {
  const { appId, pageUrl } = wechatOf(ctx, await setupOf(ctx));
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: `${ownOrigin(ctx)}/`,
    response_type: 'code',
    scope: 'snsapi_login',
    state: makeState(ctx, 'wechat'),
  });
  return { url: `${pageUrl.replace(/\/$/, '')}/connect/qrconnect?${query}#wechat_redirect` };
}

const answer = z.object({ openid: z.string().min(1).max(128) });

/**
 * Signs in the account to which the WeChat user is bound. Who is bound to none gets `type` and a sentence, and
 * may bind after a login by password in the same browser.
 */
export async function wechatSignIn(
  ctx: Ctx,
  { code, state }: ParsedOf<typeof contract.wechatLogin>,
): Promise<ReplyOf<typeof contract.wechatLogin>> {
  const { appId, secret, callUrl } = wechatOf(ctx, await setupOf(ctx));
  assertState(ctx, 'wechat', state);
  const openid = await consumeCode(ctx, { way: 'wechat', label: WAY }, code, async () => {
    const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
    const { body } = await requestOutside(`${callUrl.replace(/\/$/, '')}/sns/oauth2/access_token?${query}`);
    return answer.safeParse(body).data?.openid ?? null;
  });
  const index = ctx.vault.index('wechat', `${appId}.${openid}`);
  const accountId = await queries.accountByOpenid(ctx.db, index);
  if (accountId !== null) return openSession(ctx, { accountId, way: WAY });
  const waiting = makeToken();
  await queries.keepOpenid(ctx.db, hashToken(waiting), index);
  setBrowserSecret(ctx, WAITING, waiting, WAITING_SECONDS);
  return { type: UNBOUND, msg: '该微信还没有绑定账号，请先用账号登录，再确认绑定' };
}

const waitingHash = (ctx: Ctx) => hashToken(browserSecret(ctx, WAITING));

/** Whether the own account is bound, and whether a WeChat user waits for it in this browser. */
export async function readBinding(ctx: Ctx): Promise<ReplyOf<typeof contract.wechatBinding>> {
  const since = await queries.boundAt(ctx.db, ctx.session.accountId);
  return { boundAt: since?.toISOString() ?? null, waiting: await queries.openidWaits(ctx.db, waitingHash(ctx)) };
}

/**
 * Binds the WeChat user that waits in this browser to the own account: by its owner's wish, after a login by
 * password, so that neither a stranger's WeChat on a shared machine nor a stolen session gets a way in.
 */
export async function bindWechatAccount(ctx: Ctx): Promise<null> {
  const { accountId } = ctx.session;
  const token = tokenOf(ctx.request.headers.authorization) ?? '';
  const { absoluteSeconds } = ctx.services.config;
  if (!(await queries.cameByPassword(ctx.db, hashToken(token), PASSWORD_WAY, absoluteSeconds))) {
    throw refuse('请先用账号和密码登录，再绑定微信');
  }
  const index = await queries.takeOpenid(ctx.db, waitingHash(ctx));
  if (index === null) throw refuse('请先在登录页用微信扫码，再绑定');
  if (!(await queries.bindOpenid(ctx.db, index, accountId))) throw refuse('账号或微信已有绑定，请先解除原绑定');
  ctx.response.clearCookie(WAITING, { path: '/api' });
  ctx.audit({ type: 'account', id: accountId, name: ctx.session.accountName });
  return null;
}

/** Takes the own account's WeChat away. */
export async function unbindWechatAccount(ctx: Ctx): Promise<null> {
  const { accountId, accountName } = ctx.session;
  if (!(await queries.unbindOpenid(ctx.db, accountId))) throw refuse('您的账号没有绑定微信');
  ctx.audit({ type: 'account', id: accountId, name: accountName });
  return null;
}
