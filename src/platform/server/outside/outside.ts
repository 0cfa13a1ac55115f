import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../errors.ts';
import { logFault } from '../log/log.ts';

/** Headers by their names in small letters, of an answer or of a request that came in. */
export type WireHeaders = IncomingHttpHeaders;

/** The answer of an outside service; `body` is parsed JSON, null where the answer was empty. */
export interface OutsideAnswer {
  status: number;
  body: unknown;
  /** As it came, for answers that are signed. */
  text: string;
  headers: IncomingHttpHeaders;
}

export interface OutsideRequest {
  method?: 'GET' | 'POST';
  /** An object travels as JSON, parameters as a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
  timeoutMs?: number;
  maxBytes?: number;
}

/** Faults in a row after which an origin is left alone, and for how long. */
const FAULTS = 5;
const REST_MS = 30_000;
const MAX_ORIGINS = 200;

/** What this process has met lately; another one finds out for itself, so nothing depends on it. */
const circuits = new Map<string, { faults: number; restUntil: number }>();

/**
 * Asks an outside service. The address comes from the site's settings, never from a caller. Redirects are not
 * followed; time (connection, headers and body together) and size are limited. Every fault (no connection, too
 * late, too long, a redirect, HTTP 5xx, no JSON) is one refusal with body code 400; after five in a row the
 * origin is left alone for 30 seconds, then tried by one request. HTTP 4xx is an answer.
 */
export async function requestOutside(url: string, request: OutsideRequest = {}): Promise<OutsideAnswer> {
  const { origin } = new URL(url);
  admit(origin);
  try {
    const answer = await ask(url, request);
    circuits.delete(origin);
    return answer;
  } catch (error) {
    const circuit = circuits.get(origin) ?? { faults: 0, restUntil: 0 };
    circuit.faults++;
    if (circuit.faults >= FAULTS) circuit.restUntil = performance.now() + REST_MS;
    if (circuits.size >= MAX_ORIGINS) circuits.clear();
    circuits.set(origin, circuit);
    // The origin alone: path and query may hold a code.
    logFault(`outside service ${origin}`, reasonOf(error));
    throw away();
  }
}

const away = () => refuse('外部服务暂时没有响应，请稍后再试');

function admit(origin: string) {
  const circuit = circuits.get(origin);
  if (!circuit || circuit.faults < FAULTS) return;
  if (performance.now() < circuit.restUntil) throw away();
  // This one tries; the others wait for what it finds.
  circuit.restUntil = performance.now() + REST_MS;
}

async function ask(url: string, request: OutsideRequest): Promise<OutsideAnswer> {
  const { method = 'GET', body, headers, timeoutMs = 5000, maxBytes = 65_536 } = request;
  const form = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/json',
      ...(body && !form ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      ...headers,
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const { status } = response;
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) {
    await response.body?.cancel();
    throw new Error(`HTTP ${status}`);
  }
  const text = await readAll(response, maxBytes);
  return {
    status,
    body: text.trim() === '' ? null : parse(text, status),
    text,
    headers: Object.fromEntries(response.headers),
  };
}

async function readAll(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return null;
    throw new Error('no JSON');
  }
}

/** Never the parser's or the socket's own message: it may quote what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error.name === 'TimeoutError' ? 'too late' : error.name === 'Error' ? error.message : error.name;
}

const FAULT_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名解析不到，请检查地址',
  EAI_AGAIN: '域名解析不到，请检查地址',
  ECONNREFUSED: '对方没有开放这个端口',
  ECONNRESET: '连接被对方断开',
  EHOSTUNREACH: '网络不通，请检查防火墙与路由',
  ENETUNREACH: '网络不通，请检查防火墙与路由',
  UND_ERR_CONNECT_TIMEOUT: '5秒内没有连上',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书与域名不符',
};

/**
 * Checks whether an address of the site's settings answers, for an administrator who has just set it. Any HTTP answer counts; none
 * is read. Answers milliseconds and status, or a Chinese sentence with the fault.
 */
export async function probeOutside(url: string): Promise<{ ms: number; status: number } | { fault: string }> {
  const start = performance.now();
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return { ms: Math.round(performance.now() - start), status: response.status };
  } catch (error) {
    const reason = reasonOf(error);
    return { fault: FAULT_WORDS[reason] ?? (reason === 'too late' ? '5秒内没有响应' : '没有连上') };
  }
}
