import { CODE } from '#platform/contract.ts';

/**
 * A refusal with a body code and a Chinese sentence for the user. Thrown by services,
 * turned into an answer in one place (http.ts). HTTP status is 200 unless named.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;
  constructor(code: number, message: string, data: unknown = null, status = 200) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

/** The sentence when the disk of the files or of the database is full. */
export const DISK_FULL = '服务器存储空间不足，请联系管理员';

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether a disk was full: the file system's own code, PostgreSQL's, or a library's words. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (FULL_CODES.has(String((error as { code?: unknown }).code)) || /no space left on device/i.test(error.message));

/** A rule of the business forbids it (body code 400). */
export const refuse = (message: string, data: unknown = null) => new Refusal(CODE.business, message, data);
/** The row does not exist or lies outside of the caller's scope. Callers cannot tell which. */
export const notFound = (message = '资源不存在') => new Refusal(CODE.notFound, message);
/** The caller's role does not hold the right. */
export const forbidden = (message = '当前操作没有权限') => new Refusal(CODE.forbidden, message);
/** A field is wrong (body code 600); `fields` names each with its sentence. */
export const badInput = (fields: Record<string, string>) =>
  new Refusal(CODE.parameter, Object.values(fields)[0] ?? '参数错误', { fields });
/** The refusal when the row was changed by somebody else since it was read. */
export const conflict = (message: string, detail: Record<string, unknown> = {}) =>
  new Refusal(CODE.business, message, { conflict: true, ...detail });
/** Too many requests; HTTP 429 with Retry-After. */
export const tooManyRequests = (seconds: number) =>
  new Refusal(CODE.business, '操作过于频繁，请稍后再试', { retryAfter: seconds }, 429);

/**
 * The answer to an error that the HTTP framework raises about a request: unreadable JSON, no form, an unknown content type, a body
 * or part that is too large. Null for any other error.
 */
export function requestFaultText(error: unknown): string | null {
  const status = (error as { statusCode?: number } | null)?.statusCode;
  if (status === undefined || status < 400 || status >= 500) return null;
  return status === 413 ? '上传的内容太大' : '请求内容不能识别';
}
