import { loginPath, pathOfHash, readQuery } from '../route/navigation.ts';

/** The platform that sent the browser here with a code, and the parameters that it sent. */
export type SsoCallback =
  | { way: 'wechat' | 'ehb'; code: string; state: string }
  | { way: 'thirdToken' | 'appCode'; code: string }
  /** `code` is empty where the platform has no ticket for its user. */
  | { way: 'base'; code: string; state: string; orgId: string };

/** Names that must not stay in an address. `state` is no secret; it goes with the code that it belongs to. */
const SECRETS = ['code', 'thirdToken', 'appCode', 'ticket', 'baseToken', 'state'] as const;

const NAMES = [...SECRETS, 'orgId', 'partyOrgId'] as const;

let arrived: SsoCallback | null = null;

/**
 * Takes the parameters of another platform out of the address, and out of the history, before anything else runs: from the query
 * before `#` (where WeChat and most platforms put them) and from that of the login's own routes. With a code the login page is
 * opened, where the code counts once.
 */
export function readSsoCallback(): void {
  // WeChat's own mark at the end of its address is no path of ours; browsers carry it over a redirect.
  const path = pathOfHash(location.hash.replace(/^#wechat_redirect$/, ''));
  const [route, query] = split(path);
  const before = new URLSearchParams(location.search);
  const after = new URLSearchParams(query);
  // Other pages may have filters of these names.
  const inHash = /^\/(login|bpLogin)?$/.test(route);
  const fromHash = inHash ? readQuery(query, NAMES) : {};
  arrived = callbackOf(route, { ...readQuery(location.search, NAMES), ...fromHash });

  const removed = [remove(before), inHash && remove(after), inHash && removeEncoded(after)];
  if (!removed.includes(true)) return;
  const rest = after.size > 0 ? `?${after}` : '';
  const place = arrived && arrived.way !== 'base' && !inHash ? loginPath(path) : `${placeOf(route)}${rest}`;
  history.replaceState(null, '', `${location.pathname}${before.size > 0 ? `?${before}` : ''}#${place}`);
}

const placeOf = (route: string) => (arrived && route === '/' ? '/login' : route);

/** Removes the secrets; answers whether there were any. */
function remove(from: URLSearchParams): boolean {
  const secretsPresent = SECRETS.filter((name) => from.has(name));
  for (const name of secretsPresent) from.delete(name);
  return secretsPresent.length > 0;
}

/** The same for the encoded query; what stood beside a secret there goes with it. */
function removeEncoded(from: URLSearchParams): boolean {
  const hasSecret = Object.keys(readQuery(`?q=${from.get('q') ?? ''}`, SECRETS)).length > 0;
  if (hasSecret) from.delete('q');
  return hasSecret;
}

/** What `readSsoCallback` found, once: for the login page, or with `base` for the handoff page of the base platform. */
export function takeSsoCallback<Way extends 'base' | 'login'>(
  page: Way,
): Extract<SsoCallback, { way: Way extends 'base' ? 'base' : Exclude<SsoCallback['way'], 'base'> }> | null {
  const callback = arrived;
  if (!callback || (callback.way === 'base') !== (page === 'base')) return null;
  arrived = null;
  return callback as ReturnType<typeof takeSsoCallback<Way>>;
}

function callbackOf(route: string, given: Partial<Record<string, string>>): SsoCallback | null {
  const { code, state = '', thirdToken, appCode, ticket, baseToken, orgId, partyOrgId } = given;
  if (/^\/bpLogin$/.test(route)) {
    const proof = ticket ?? baseToken ?? '';
    // Our own state without a ticket: the platform sent the browser back with nothing.
    const came = proof !== '' || state.startsWith('base-');
    return came ? { way: 'base', code: proof, state, orgId: orgId ?? partyOrgId ?? '' } : null;
  }
  if (thirdToken) return { way: 'thirdToken', code: thirdToken };
  if (appCode) return { way: 'appCode', code: appCode };
  if (!code) return null;
  return state.startsWith('ehb-') ? { way: 'ehb', code, state } : { way: 'wechat', code, state };
}

function split(path: string): [string, string] {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
}
