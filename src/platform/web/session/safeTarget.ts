import { pathOfHash, safeRedirect } from '../route/navigation.ts';

/** Where a parameter of an address may lead: a path of this page, or an address at an origin that the site lists. */
export type Target = { kind: 'own'; path: string } | { kind: 'listed'; url: string };

const LONGEST = 2048;

/**
 * Checks an address that came as a parameter (`backUrl`, `url`). Allowed are a path that `safeRedirect` accepts, `#` and such a
 * path, or a full http address of a listed site without user name. Null for anything else.
 * @param own this page's origin
 * @param listed origins of the site's settings
 */
export function safeTarget(text: string | undefined, own: string, listed: readonly string[]): Target | null {
  if (!text || text.length > LONGEST) return null;
  if (/^#?\//.test(text)) {
    const path = safeRedirect(text.replace(/^#/, ''));
    return path ? { kind: 'own', path } : null;
  }
  // Browsers drop tabs and line ends and read a backslash as a slash: none of them stands in an honest address.
  if (!/^https?:\/\/[^/]/i.test(text) || /[\\\s\p{Cc}]/u.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username || url.password) return null;
  if (url.origin === own) {
    const path = safeRedirect(pathOfHash(url.hash));
    return path ? { kind: 'own', path } : null;
  }
  return listed.some((origin) => originOf(origin) === url.origin) ? { kind: 'listed', url: url.href } : null;
}

/** A listed origin in the browser's own spelling: a default port and capitals do not count. */
function originOf(text: string): string | null {
  try {
    return new URL(text).origin;
  } catch {
    return null;
  }
}

/** The address with `isHide` in its query, unless it has it already; behind `#` where the page's path is there. */
export function withHide(address: string, hide: boolean): string {
  if (/[?&]isHide=/.test(address)) return address;
  return `${address}${address.includes('?', Math.max(0, address.indexOf('#'))) ? '&' : '?'}isHide=${hide}`;
}

/** A prefix of this origin below which another platform's page lies, as `/a/b`; null for anything else. */
export function safePrefix(text: string | undefined): string | null {
  const prefix = (text ?? '').replace(/\/$/, '');
  return prefix.length <= 200 && /^(\/\w[\w-]*)*$/.test(prefix) ? prefix : null;
}
