import type { FastifyReply, FastifyRequest } from 'fastify';

/** Origins of other sites that the page may use; a host without settings of its own has none. */
export interface PageOrigins {
  /** Whose scripts run in the page, with the frames, pictures and calls that these make. */
  scripts: readonly string[];
  /** Which the page may ask whether they can be reached. */
  calls: readonly string[];
  /** Whose pictures the page shows: the map's. */
  pictures: readonly string[];
  /** Whose pages may hold this one in a frame. */
  framedBy: readonly string[];
}

const NO_ORIGINS: PageOrigins = { scripts: [], calls: [], pictures: [], framedBy: [] };

/** The content security policy of the page. */
export function pagePolicy({ scripts, calls, pictures, framedBy }: PageOrigins): string {
  const line = (name: string, ...sources: readonly string[]) => [name, ...sources].join(' ');
  return [
    "default-src 'self'",
    line('script-src', "'self'", ...scripts),
    "style-src 'self'",
    line('img-src', "'self'", 'data:', 'blob:', ...scripts, ...pictures),
    "font-src 'self'",
    line('connect-src', "'self'", ...scripts, ...calls),
    line('frame-src', "'self'", ...scripts),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    line('frame-ancestors', "'self'", ...framedBy),
  ].join('; ');
}

const OWN_POLICY = pagePolicy(NO_ORIGINS);

/** What the page that scans a code may use besides: the camera. It is an entry of its own, since all hash routes share one header. */
export const SCANS = 'camera=(self), microphone=(), geolocation=()';

/** The policy of the televisions' page: what it plays lies in the browser, so that it plays without the line. */
export const PLAYS = `${OWN_POLICY}; media-src 'self' blob:`;

/** The headers of every answer; answers of calls are never cached. */
export function securityHeaders(request: Pick<FastifyRequest, 'url' | 'protocol'>, response: FastifyReply): void {
  response.headers({
    'Content-Security-Policy': OWN_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'SAMEORIGIN',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self)',
  });
  // A year. Said only where the request came by TLS, to the proxy in front that is believed or here.
  if (request.protocol === 'https') response.header('Strict-Transport-Security', 'max-age=31536000');
  if (/^\/(api|interaction)\//.test(request.url)) response.header('Cache-Control', 'no-store');
}

/** The page's own headers where its host's settings let other sites in. */
export function pageHeaders(response: FastifyReply, origins: PageOrigins): void {
  response.header('Content-Security-Policy', pagePolicy(origins));
  // It knows no list of origins; `frame-ancestors` says the same and more.
  if (origins.framedBy.length > 0) response.removeHeader('X-Frame-Options');
}
