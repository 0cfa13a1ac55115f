import type { z } from 'zod';
import type { Endpoint, ParsedOf, Reply, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '../context.ts';
import { badInput } from '../errors.ts';

/** One call bound to the function that answers it. */
export interface Binding {
  endpoint: Endpoint;
  handler: (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown>;
  /** Runs before a write's transaction is opened; what it writes stays although the call is refused. */
  before?: (ctx: Ctx, input: Record<string, unknown>) => Promise<void>;
}

/**
 * Binds a call of the contract to its handler. The handler gets the parsed input and returns the declared reply; anything else does
 * not compile, and a field that is not declared is not sent.
 * @param before checks that must not hold a transaction open and whose traces must survive a refusal (tries of a password); skipped
 *   when an idempotent call is repeated
 */
export function bind<I extends z.ZodObject, R extends Reply>(
  endpoint: Endpoint<I, R>,
  handler: (ctx: Ctx, input: ParsedOf<Endpoint<I, R>>) => Promise<ReplyOf<Endpoint<I, R>>>,
  before?: (ctx: Ctx, input: ParsedOf<Endpoint<I, R>>) => Promise<void>,
): Binding {
  return { endpoint, handler, before } as unknown as Binding;
}

/** Merges path, query and body; a name that comes twice is refused. */
export function mergeInput(...parts: unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null);
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    if (typeof part !== 'object' || Array.isArray(part)) throw badInput({ body: '请求内容应为一个对象' });
    for (const [name, value] of Object.entries(part)) {
      if (name in merged) throw badInput({ [name]: `参数 ${name} 重复` });
      merged[name] = value;
    }
  }
  return merged;
}

/** Query values arrive as text once; a repeated name arrives as a list and is refused. */
export function singleValues(query: unknown): Record<string, unknown> {
  const values = (query ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) throw badInput({ [name]: `参数 ${name} 重复` });
  }
  return values;
}

const BROKEN_TEXT = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Deeper than any input of ours; what nests by the thousand takes whoever walks it beyond the stack. */
const DEEPEST = 32;

/** Refuses input with text that the database cannot store (NUL, half characters), and input that is nested too deep. */
export function refuseBrokenText(value: unknown, path = '', depth = 0): void {
  if (depth > DEEPEST) throw badInput({ [path]: '内容的层次太多' });
  if (typeof value === 'string') {
    if (BROKEN_TEXT.test(value)) throw badInput({ [path]: '含有不能识别的字符' });
  } else if (Array.isArray(value)) {
    for (const item of value) refuseBrokenText(item, path, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) refuseBrokenText(item, path || name, depth + 1);
  }
}

/** Parses the input; throws body code 600 with a sentence for each wrong field. */
export function parseInput(endpoint: Endpoint, raw: Record<string, unknown>): Record<string, unknown> {
  return parseFields(endpoint.input, raw);
}

/** Parses by a schema, also the fields of an upload. @throws badInput with a sentence for each wrong field */
export function parseFields<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.output<S> {
  refuseBrokenText(raw);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.') || 'input';
    fields[name] ??= chinese(issue);
  }
  throw badInput(fields);
}

/** The sentence of a schema, or a plain one where only zod's own English message is there. */
function chinese(issue: z.core.$ZodIssue): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message;
  const name = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return `参数 ${name} 缺少或类型不正确`;
    case 'too_big':
      return `参数 ${name} 超出允许的上限`;
    case 'too_small':
      return `参数 ${name} 低于允许的下限`;
    case 'invalid_value':
      return `参数 ${name} 不在可选范围内`;
    default:
      return `参数 ${name} 不正确`;
  }
}
