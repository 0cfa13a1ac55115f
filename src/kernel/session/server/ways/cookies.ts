import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { makeToken } from '#platform/server/secrecy/crypto.ts';

/** Never for scripts, never with a request that another site made. */
const attributes = (ctx: Ctx): CookieSerializeOptions => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict',
  secure: ctx.request.protocol === 'https',
});

/** A secret that ties an answer to the browser that asked; it authenticates nobody. */
export function setBrowserSecret(ctx: Ctx, name: string, secret: string, seconds: number): void {
  ctx.response.setCookie(name, secret, { ...attributes(ctx), maxAge: seconds });
}

/** The secret that this browser holds under a name; `''` where it holds none. */
export const browserSecret = (ctx: Ctx, name: string) => ctx.request.cookies[name] ?? '';

const STATE_SECONDS = 600;
/** Ways in which the browser leaves for another platform and comes back. */
export type RedirectWay = 'ehb' | 'wechat' | 'base';

/**
 * The base platform may hold this page in a frame, where a strict cookie of another site is not kept: there it is one
 * of that frame's own jar. It goes with requests of others then, who do not know the state that must stand beside it.
 * Browsers keep such cookies over https alone.
 */
function stateAttributes(ctx: Ctx, way: RedirectWay): CookieSerializeOptions {
  const strict = attributes(ctx);
  return way === 'base' && strict.secure ? { ...strict, sameSite: 'none', partitioned: true } : strict;
}

/**
 * The state that goes out with the browser and must come back with it: a code that somebody else fetched for
 * himself cannot sign this browser in as him. A second window of the browser gets the same one.
 */
export function makeState(ctx: Ctx, way: RedirectWay): string {
  const held = browserSecret(ctx, `way_${way}`);
  const state = new RegExp(`^${way}-[\\w-]{43}$`).test(held) ? held : `${way}-${makeToken()}`;
  ctx.response.setCookie(`way_${way}`, state, { ...stateAttributes(ctx, way), maxAge: STATE_SECONDS });
  return state;
}

/** Refuses an answer that this browser did not ask for; a state is good once. */
export function assertState(ctx: Ctx, way: RedirectWay, state: string): void {
  if (browserSecret(ctx, `way_${way}`) !== state) throw refuse('登录已失效，请重新发起登录');
  ctx.response.clearCookie(`way_${way}`, stateAttributes(ctx, way));
}
