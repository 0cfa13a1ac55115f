import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { loginIndex } from '../loginName.ts';
import { logFailure, type Opened, openSession } from '../open.ts';
import * as queries from './queries.ts';

/** How far a provider's clock and the age of its code may be away from now. */
const FRESH_MS = 60_000;

/** A platform that answers whose a code is. */
export interface Provider {
  /** Under which its used codes are kept. */
  way: 'ehb' | 'third' | 'app' | 'base';
  /** In the log's words. */
  label: string;
  checkUrl: string;
  key: string;
  /** Whom its codes must have been made for. */
  audience: string;
  /** The database's clock in epoch milliseconds. */
  now: number;
}

const answer = z.object({
  code: z.literal(200),
  data: z.object({
    idCardNo: z.string().min(1).max(64),
    audience: z.string(),
    issuedAt: z.number(),
    orgId: z.string().optional(),
  }),
});

/**
 * Signs in with a code, ticket or token of another platform: good once, for 60 seconds, for this platform alone,
 * whatever the provider itself thinks of a second use. Asked is `POST {code, audience, orgId?}`, signed in
 * `X-Sign`: hex HMAC-SHA256 of `X-Time`, `X-Nonce` and the body, a line feed between each.
 * Refuses with body code 400, logged; while the provider does not answer the code stays good.
 */
export async function signInWithCode(ctx: Ctx, provider: Provider, code: string, orgId = ''): Promise<Opened> {
  const holder = await consumeCode(ctx, provider, code, async () => {
    const { status, body } = await askSigned(provider, { code, audience: provider.audience, ...(orgId && { orgId }) });
    const { data } = (status < 300 && answer.safeParse(body).data) || {};
    const fits = data?.audience === provider.audience && (orgId === '' || data.orgId === orgId);
    return data && fits && Math.abs(provider.now - data.issuedAt) <= FRESH_MS ? data.idCardNo : null;
  });
  const accountId = await queries.accountByLogin(ctx.db, loginIndex(ctx.vault, holder));
  if (accountId === null) {
    await logFailure(ctx, provider.label, '没有对应的账号');
    throw refuse('您在本平台还没有账号，请联系所在党组织的党务工作者');
  }
  return openSession(ctx, { accountId, way: provider.label });
}

/**
 * Takes a code before anybody is asked, so that of parallel users one goes on; answers whom `ask` names.
 * Refuses where the code was used or `ask` says null.
 */
export async function consumeCode(
  ctx: Ctx,
  { way, label }: { way: string; label: string },
  code: string,
  ask: () => Promise<string | null>,
): Promise<string> {
  const { db } = ctx.services;
  const codeHash = hashToken(code);
  if (!(await queries.claimCode(db, way, codeHash))) {
    await logFailure(ctx, label, '授权码重复使用');
    throw refuse('登录授权已失效，请重新发起登录');
  }
  const holder = await ask().catch(async (error: unknown) => {
    await queries.releaseCode(db, way, codeHash);
    throw error;
  });
  if (holder === null) {
    await logFailure(ctx, label, '授权码无效');
    throw refuse('登录授权已失效，请重新发起登录');
  }
  return holder;
}

function askSigned({ checkUrl, key, now }: Provider, body: object) {
  const time = String(Math.round(now));
  const nonce = randomUUID();
  const sign = createHmac('sha256', key)
    .update(`${time}\n${nonce}\n${JSON.stringify(body)}`)
    .digest('hex');
  return requestOutside(checkUrl, {
    method: 'POST',
    body,
    headers: { 'x-time': time, 'x-nonce': nonce, 'x-sign': sign },
  });
}
