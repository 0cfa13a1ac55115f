/** Milliseconds after which a call is given up (specification 9). */
export const TIMEOUT = 600_000;

/** Every answer of the server: `data` for one value, `rows` and `total` for lists. */
export interface Envelope {
  code: number;
  msg: string;
  data?: unknown;
  [name: string]: unknown;
}

/** A call that did not succeed, with a sentence that may be shown to the user. */
export class ApiError extends Error {
  /** The body code; 0 with `status` 0 where no answer came. */
  readonly code: number;
  /** The HTTP status; 0 when the network failed or the time was over. */
  readonly status: number;
  readonly data: unknown;
  /** Sentences by field name, where a field is wrong (code 600). */
  readonly fields: Readonly<Record<string, string>>;
  /** The user has read the sentence in a notice; false: whoever called shows it. */
  noticed = false;

  constructor(message: string, code: number, status: number, data: unknown = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.fields = fieldsOf(data);
  }
}

/** Whether it is not known what became of a call: no answer came, or only a fault of something between page and server. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether the row was saved by somebody else meanwhile: the sent version is not the last. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null && 'conflict' in error.data;

function fieldsOf(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {};
  const { fields } = data;
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {};
}

const NO_ANSWER = '后端接口连接异常';

/** The sentence of specification 8 for an HTTP status that came without one of the server's own. */
function sentenceOf(status: number): string {
  if (status === 401) return '认证失败，无法访问系统资源';
  if (status === 403) return '当前操作没有权限';
  if (status === 404) return '访问资源不存在';
  if (status === 429) return '操作过于频繁，请稍后再试';
  if (status >= 400) return `系统接口${status}异常`;
  return '系统未知错误，请反馈给管理员';
}

/**
 * One HTTP call with the time limit.
 * @throws ApiError when no answer came; the `AbortError` of `init.signal` when the caller gave up.
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT);
  try {
    return await fetch(url, { ...init, signal: init.signal ? either(init.signal, limit) : limit, cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (limit.aborted) throw new ApiError('系统接口请求超时', 0, 0);
    throw new ApiError(NO_ANSWER, 0, 0);
  }
}

/**
 * Reads the body of an answer, which may be cut off although it began.
 * @throws as `sendRequest` does
 */
export async function readBody<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(NO_ANSWER, 0, 0);
  }
}

/**
 * Code that is loaded when it is needed.
 * @throws ApiError when it does not come
 */
export function codeOf<T>(load: Promise<T>): Promise<T> {
  return load.catch(() => {
    throw new ApiError(NO_ANSWER, 0, 0);
  });
}

// AbortSignal.any is newer than the oldest browser that the page serves.
function either(first: AbortSignal, second: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener('abort', () => both.abort(signal.reason), { once: true });
  }
  return both.signal;
}

/**
 * The envelope of an answer, whatever its code.
 * @throws ApiError where there is none: a proxy's error page, or a body that was cut off; otherwise as `sendRequest`
 */
export async function envelopeOf(response: Response, signal?: AbortSignal): Promise<Envelope> {
  const parsed = parsedOf(await readBody(response.text(), signal));
  if (typeof parsed === 'object' && parsed !== null && 'code' in parsed && typeof parsed.code === 'number') {
    const envelope = parsed as Envelope;
    return { ...envelope, msg: envelope.msg || sentenceOf(response.status) };
  }
  // Good, but none of ours: half an answer, or the page of a gate that stands between.
  if (response.ok) throw new ApiError(NO_ANSWER, 0, 0);
  throw new ApiError(sentenceOf(response.status), response.status, response.status);
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A JSON call outside the contract's client, for the few that run before anybody is signed in.
 * @throws ApiError as `sendRequest` and `envelopeOf` do.
 */
export async function requestJson(
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  token?: string,
): Promise<Envelope> {
  const headers: Record<string, string> = {};
  if (body) headers['content-type'] = 'application/json;charset=utf-8';
  if (token) headers.authorization = token;
  return envelopeOf(await sendRequest(url, { method, headers, body: body ? JSON.stringify(body) : null }));
}
