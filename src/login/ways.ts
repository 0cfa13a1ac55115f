import { requestJson } from '#platform/web/call/request.ts';
import { pathOfHash, readQuery } from '#platform/web/route/navigation.ts';
import type { SsoCallback } from '#platform/web/session/ssoCallback.ts';
import { type Opened, openedOf } from '#platform/web/signIn/opened.ts';
import { saveRedirect } from './memory.ts';

/** What came of a code with which the browser arrived. */
export type Arrived =
  | { kind: 'opened'; opened: Opened }
  /** The WeChat user has no account here yet; after a login by password the two may be bound. */
  | { kind: 'unbound'; message: string }
  | { kind: 'notice'; message: string };

/**
 * Changes the code for a session.
 * @throws ApiError when no answer came
 */
export async function redeemSsoCallback(callback: Exclude<SsoCallback, { way: 'base' }>): Promise<Arrived> {
  const envelope = await ask(callback);
  const opened = openedOf(envelope);
  if (opened) return { kind: 'opened', opened };
  const answer = (envelope.data ?? {}) as { type?: number; msg?: string };
  if (answer.type !== undefined) return { kind: 'unbound', message: answer.msg || envelope.msg };
  return { kind: 'notice', message: envelope.msg };
}

function ask(callback: Exclude<SsoCallback, { way: 'base' }>) {
  const { code } = callback;
  switch (callback.way) {
    case 'thirdToken':
      return requestJson('POST', '/api/login/thirdToken', { thirdToken: code });
    case 'appCode':
      return requestJson('POST', '/api/login/appCode', { appCode: code });
    case 'wechat':
      return requestJson('POST', '/api/login/wechat', { type: 2, code, state: callback.state });
    case 'ehb':
      return requestJson('GET', `/api/ehb/login/checkCode?${new URLSearchParams({ code, state: callback.state })}`);
  }
}

/**
 * Leaves for another platform's sign-in page.
 * @throws Error with a sentence where the way is not open
 */
export async function goToPlatformSignIn(way: 'wechat' | 'ehb'): Promise<void> {
  const path = way === 'wechat' ? '/api/login/wechat/getUrl' : '/api/ehb/login/getUrl';
  const { code, msg, data } = await requestJson('GET', path);
  if (code !== 200) throw new Error(msg);
  saveRedirect(readQuery(pathOfHash(location.hash).split('?')[1] ?? '', ['redirect']).redirect);
  location.assign((data as { url: string }).url);
}

/** Binds the WeChat user who arrived without an account to the account that has just signed in; answers why not, or null. */
export async function bindWechat(token: string): Promise<string | null> {
  const { code, msg } = await requestJson('POST', '/api/session/wechat/bind', {}, token);
  return code === 200 ? null : msg;
}
