/** The one parameter that holds the encoded query. */
const PARAMETER = 'q';
const LONGEST = 4096;

/** Path, query and all, of an address behind `#`: `#/news?q=…` is `/news?q=…`; nothing is `/`. */
export function pathOfHash(hash: string): string {
  const path = hash.replace(/^#/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Pages that open without a session (specification 2; `/other` hands over to another login, `/open` and `/m/open` are public
 * notices, `/verify` is for whoever holds a paper, `/gongshi` for whoever reads a notice, `/report-in`
 * for floating members who have come, `/need` for residents of a community, `/box/terminal` and `/box/wall` for screens that
 * are paired by digits of their own).
 */
export function opensWithoutLogin(path: string): boolean {
  return /^\/(login|other)$|^(\/m)?\/open\/|^\/verify(\/|$)|^\/(gongshi|report-in|need)\/|^\/box\/(terminal|wall)$|safeCenter|download|bpLogin/.test(
    path.split('?')[0] ?? '',
  );
}

/**
 * Whether the page asks for a new login when the session has ended. On login, download, bpLogin and the public notice the call only
 * fails.
 */
export function promptsForLogin(hash: string): boolean {
  return !/^\/(login|download|bpLogin|(m\/)?open\/|gongshi\/|report-in\/|need\/|box\/(terminal|wall)([?]|$)|verify(\/|$))/.test(
    pathOfHash(hash),
  );
}

/** The login page's path that comes back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === '/' || opensWithoutLogin(path) ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
}

/** `query` as one opaque parameter: query string, base64 (URL alphabet), reversed. Empty values are left out. */
export function encodeQuery(query: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const plain = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') plain.set(name, String(value));
  }
  if (plain.size === 0) return '';
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(String(plain))));
  return reversed(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
}

/** The path with its query encoded, for links and navigation. */
export function pathWithQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const encoded = encodeQuery(query);
  return encoded ? `${path}?${PARAMETER}=${encoded}` : path;
}

/**
 * The named values of an address's search part, encoded or plain (`?redirect=…`, `?isHide=true`); the encoded ones win.
 * Anything damaged, longer than 4 KiB, unknown or named twice is as if it were not there.
 */
export function readQuery<Name extends string>(search: string, known: readonly Name[]): Partial<Record<Name, string>> {
  if (search.length > 2 * LONGEST) return {};
  const plain = new URLSearchParams(search);
  return { ...only(plain, known), ...only(decoded(plain.get(PARAMETER)), known) };
}

function only<Name extends string>(from: URLSearchParams, known: readonly Name[]): Partial<Record<Name, string>> {
  const presentNames = known.filter((name) => from.getAll(name).length === 1);
  return Object.fromEntries(presentNames.map((name) => [name, from.get(name)])) as Partial<Record<Name, string>>;
}

function decoded(text: string | null): URLSearchParams {
  if (!text || text.length > LONGEST || !/^[\w-]+$/.test(text)) return new URLSearchParams();
  try {
    const bytes = atob(reversed(text).replaceAll('-', '+').replaceAll('_', '/'));
    const plain = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
    return new URLSearchParams(plain);
  } catch {
    return new URLSearchParams();
  }
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/**
 * A path that the page may go to after login, or null. It must be a path of this page (it is only ever put behind `#`):
 * one slash at its start in every layer of encoding, no backslash, no control character, at most 2 KiB, and not the login itself.
 */
export function safeRedirect(text: string | undefined): string | null {
  if (!text || text.length > 2048) return null;
  let layer = text;
  for (let depth = 0; depth < 4; depth++) {
    if (!/^\/(?!\/)/.test(layer) || /[\\\p{Cc}]/u.test(layer)) return null;
    if (/(^|\/)\.{1,2}(\/|$)/.test(layer.split('?')[0] ?? '')) return null;
    let next: string;
    try {
      next = decodeURIComponent(layer);
    } catch {
      return null;
    }
    if (next === layer) return opensWithoutLogin(layer) && !layer.startsWith('/safeCenter') ? null : text;
    layer = next;
  }
  return null;
}
