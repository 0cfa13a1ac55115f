import { type Asking, isAsked, REHEARSAL, type Reach, reachSchema, reachSentences } from '#platform/acts/reach.ts';
import { CODE, type Endpoint, fillPath, type InputOf, type ReplyOf } from '#platform/contract.ts';
import { confirmByUser, Declined, isSettled, isTold } from '../press/asking.ts';
import { promptsForLogin } from '../route/navigation.ts';
import { waitForLogin } from '../session/reLogin.ts';
import { getToken } from '../session/sessionStore.ts';
import { emit } from './events.ts';
import { randomKey } from './randomKey.ts';
import { ApiError, type Envelope, envelopeOf, readBody, sendRequest } from './request.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows the error itself: no notice. */
  quiet?: boolean;
  /** Repeat a create or money call after a network error with the key of its first try (`randomKey()`). */
  idempotencyKey?: string;
  /** What an `upload` endpoint sends as its body. */
  body?: FormData | Blob;
}

/** The login prompt tells these. */
const SESSION_OVER = new Set<number>([CODE.unauthorised, CODE.duplicateLogon]);

let running = 0;
let written = 0;

/** How many writes of this page the server has carried out; compare it before and after an act to see whether it wrote. */
export const countWrites = (): number => written;

/**
 * Calls an endpoint of the contract and answers its declared reply: the value of `data`, or `rows`, `total` and the fields beside
 * them. When the session has ended, the call waits for the new login and is repeated.
 * @throws ApiError for every body code but 200, after a notice, unless the call or the caller is quiet
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { asks } = endpoint;
  // What no dialog of its page has asked about is asked about here.
  if (asks && !(asks === 'page' && isTold())) await askBefore(endpoint, asks === 'page' ? {} : asks, input, options);
  const { envelope } = await watched(endpoint, options, () => exchange(endpoint, input, options));
  if (endpoint.audit) written++;
  if (endpoint.reply.kind === 'data') return envelope.data as ReplyOf<E>;
  const { code: _code, msg: _msg, ...list } = envelope;
  return list as ReplyOf<E>;
}

/** Whom an act that is asked about would affect, by a trial run on the server. @throws ApiError as the act would */
export async function fetchReach(endpoint: Endpoint, input: object, options: CallOptions = {}): Promise<Reach> {
  const { envelope } = await watched(endpoint, options, () =>
    exchange(endpoint, input as Record<string, unknown>, options, { [REHEARSAL]: '1' }),
  );
  return reachSchema.parse(envelope.data);
}

/**
 * Asks before an act that reaches many: whom the server's rehearsal of it has named.
 * @throws ApiError as the act would; a `Declined` where the user does not go on
 */
async function askBefore(endpoint: Endpoint, asks: Exclude<Asking, 'page'>, input: object, options: CallOptions) {
  if (isSettled(endpoint, input)) return;
  const reach = await fetchReach(endpoint, input, options);
  if (!isAsked(asks, reach)) return;
  const act = endpoint.audit ?? endpoint.summary;
  if (!(await confirmByUser({ act, words: reachSentences(act, reach, asks.note) }))) throw new Declined();
}

/**
 * Fetches a file and hands it to the browser's downloads under the name that the server gives it.
 * @throws ApiError as `call` does; the server answers a refusal as JSON instead of bytes.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<void> {
  const { name, bytes } = await watched(endpoint, options, async () => {
    const { response } = await exchange(endpoint, input, options);
    const name = fileNameOf(response.headers.get('content-disposition'));
    return { name, bytes: await readBody(response.blob(), options.signal) };
  });
  const address = URL.createObjectURL(bytes);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has its own hold on the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The bytes of a file, for a picture that the page draws itself. Throws as `download` does. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Blob> {
  return watched(endpoint, options, async () => {
    const { response } = await exchange(endpoint, input, options);
    return readBody(response.blob(), options.signal);
  });
}

/** The name in a Content-Disposition header; the encoded one (RFC 5987) before the plain one. */
export function fileNameOf(header: string | null): string {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return header?.match(/filename="?([^";]+)"?/i)?.[1] ?? '下载文件';
}

/** The method, address and body of a call: `{name}`s from the input, then the query string, then JSON. */
export function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { method: string; url: string; body: Record<string, unknown> | null } {
  const { path, rest } = fillPath(endpoint.path, input);
  const hidden = new Set(endpoint.personal?.filter((name) => (rest[name] ?? '') !== ''));
  const allInQuery = endpoint.method === 'GET' || endpoint.upload;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (hidden.has(name) || (!allInQuery && !endpoint.inQuery?.includes(name))) body[name] = value;
    // A name that comes twice is refused, so a list travels with commas.
    else if (value !== null) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return {
    method: hidden.size > 0 ? 'POST' : endpoint.method,
    url: `${path}${search}`,
    body: allInQuery && hidden.size === 0 ? null : body,
  };
}

async function watched<T>(endpoint: Endpoint, options: CallOptions, work: () => Promise<T>): Promise<T> {
  if (!endpoint.silent) emit('loading', ++running);
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) {
      const isOver = SESSION_OVER.has(error.code);
      error.noticed = isOver || (!endpoint.silent && !options.quiet);
      if (error.noticed && !isOver)
        emit('notice', { kind: error.status === 0 ? 'error' : 'warning', text: error.message });
    }
    throw error;
  } finally {
    if (!endpoint.silent) emit('loading', --running);
  }
}

/** The answer of a successful call; its body is left unread in `response` when it is a file. */
async function exchange(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions,
  also: Readonly<Record<string, string>> = {},
): Promise<{ response: Response; envelope: Envelope }> {
  const { method, url, body } = requestOf(endpoint, input);
  const key = endpoint.idempotent ? (options.idempotencyKey ?? randomKey()) : null;
  for (;;) {
    const token = endpoint.anonymous ? null : getToken();
    const headers = new Headers(also);
    if (token) headers.set('authorization', token);
    if (key) headers.set('idempotency-key', key);
    if (body) headers.set('content-type', 'application/json;charset=utf-8');
    const response = await sendRequest(url, {
      method,
      headers,
      body: body ? JSON.stringify(body) : (options.body ?? null),
      ...(endpoint.anonymous ? { credentials: 'omit' } : {}),
      signal: options.signal ?? null,
    });
    const isFile = endpoint.reply.kind === 'file' && !response.headers.get('content-type')?.includes('json');
    if (isFile && response.ok) return { response, envelope: { code: CODE.ok, msg: '' } };
    const envelope = await envelopeOf(response, options.signal);
    if (envelope.code === CODE.ok) return { response, envelope };
    const elsewhere = envelope.code === CODE.duplicateLogon;
    const over = elsewhere || envelope.code === CODE.unauthorised || response.status === CODE.unauthorised;
    if (over && !['public', 'device'].includes(endpoint.access) && promptsForLogin(location.hash)) {
      // Another call's login may have brought a new token while this answer was under way.
      if (getToken() !== token || (await waitForLogin(elsewhere))) continue;
    }
    throw new ApiError(envelope.msg, envelope.code, response.status, envelope.data);
  }
}
