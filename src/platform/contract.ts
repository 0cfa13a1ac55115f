import { z } from 'zod';
import type { Asking } from './acts/reach.ts';
import { compactNumber, formulaFault } from './reading/cells.ts';
import { dayFault } from './reading/days.ts';
import { hasLostSign, keptName, LOST_SIGN, normaliseText } from './reading/signs.ts';
import { momentFault, readMoment } from './reading/times.ts';
import { hasEmoji, NO_EMOJI } from './text/names.ts';

/** What a call answers with: one value, a page of rows, or bytes. */
export type Reply =
  | { kind: 'data'; schema: z.ZodType }
  | { kind: 'rows'; row: z.ZodType; extra: z.ZodObject }
  | { kind: 'file' };

/** The kinds of nouns that ids in a call's input point to; each room adds its own beside its calls. */
export interface TargetKinds {
  view: true;
}

/** The noun that an id in a call's input points to; the access matrix walks these. */
export type TargetKind =
  | keyof TargetKinds
  /** A noun of the kit (noun/calls.ts), by its name: its own rows are made and walked without another line. */
  | `noun:${string}`;

export interface Endpoint<I extends z.ZodObject = z.ZodObject, R extends Reply = Reply> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path; `{name}` is filled from the input field of that name. */
  path: string;
  /** Chinese sentence fragment for the API document. */
  summary: string;
  /** `public`, `session` (any signed-in user), `device` (a paired screen, by its cookie), or a permission key. */
  access: string;
  /** What bounds the rows: nothing, the own account, or the session's organisation scope. */
  scope: 'none' | 'own' | 'org';
  /** Path, query and body as one flat object; unknown names are dropped, a name given twice is refused. */
  input: I;
  reply: R;
  /** Input names that travel in the query string although the method has a body. */
  inQuery?: readonly string[];
  /**
   * Inputs of a GET that may name a person or hold a number. Where one is given the page asks by POST at the same path with it in
   * the body, since addresses stand in the logs of whatever lies between; the plain GET answers as well.
   */
  personal?: readonly string[];
  /** Which input fields hold ids, for the access matrix; a trailing `[]` marks a list. */
  targets?: Readonly<Record<string, TargetKind | `${TargetKind}[]`>>;
  /**
   * Whose matter the act decides: inputs with the ids of people (`memberId`, `rows[].memberId`), or of rows of a kind whose module
   * says whose they are (`id:duesRelief`). Nobody decides for oneself: refused before the act (server/oneself.ts).
   */
  subject?: readonly string[];
  /** The field of the query or body with the id of the organisation asked for: it is read together with the session (`ctx.chosenOrg`). */
  chosenOrg?: string;
  /** Asked once before, with the number and who (`reach.ts`). */
  asks?: Asking;
  /** Chinese name of the act. Its presence makes the call one transaction with an audit row. */
  audit?: string;
  /** The call accepts an Idempotency-Key and answers a repeat with the first outcome. */
  idempotent?: boolean;
  /** At most `hits` a `seconds`, counted by source address, account or device; calls of one `bucket` are counted together. */
  rate?: { hits: number; seconds: number; by: 'ip' | 'account' | 'device'; bucket?: string };
  /** At most so many of this call in one process at the same time; more get 429 before anything is done for them. */
  atOnce?: number;
  /** The input or the reply holds full personal values: never logged, never cached. */
  pii?: boolean;
  /** Made without a session: the page sends neither token nor cookies, and no line of the log tells of it. Public calls alone. */
  anonymous?: true;
  /** Polling and background calls: no loading overlay, no error notice. */
  silent?: boolean;
  /** The answer may weigh megabytes: it is compressed where the caller takes that. Never where it holds a secret. */
  large?: boolean;
  /** The body is not JSON; the handler reads it from the request itself. */
  upload?: boolean;
  /** The body is taken as bytes (`request.body`), whatever its type: a signature stands over exactly these. Not part of the input. */
  bytes?: boolean;
  /** Calls whose cached answers this one makes stale. */
  stale?: () => readonly Endpoint[];
  /** It moves rows of modules above that this one does not know: every cached answer is stale. */
  makesAllStale?: true;
}

/** All exports of an account together, by whichever calls. */
export const EXPORT_RATE = { hits: 30, seconds: 3600, by: 'account', bucket: 'export' } as const;

/**
 * Declares one HTTP call. The server binds it, the page calls it, and the API document,
 * the access matrix and the fuzzer walk it.
 */
export function endpoint<I extends z.ZodObject, R extends Reply>(definition: Endpoint<I, R>): Endpoint<I, R> {
  return definition;
}

/** What a caller passes (before defaults and coercion). */
export type InputOf<E> = E extends Endpoint<infer I, Reply> ? z.input<I> : never;
/** What a handler receives (parsed). */
export type ParsedOf<E> = E extends Endpoint<infer I, Reply> ? z.output<I> : never;
/** What a handler returns and a caller gets. */
export type ReplyOf<E> =
  E extends Endpoint<z.ZodObject, infer R>
    ? R extends { kind: 'data'; schema: infer S extends z.ZodType }
      ? z.output<S>
      : R extends { kind: 'rows'; row: infer S extends z.ZodType; extra: infer X extends z.ZodObject }
        ? { rows: z.output<S>[]; total: number } & (keyof X['shape'] extends never ? unknown : z.output<X>)
        : R extends { kind: 'file' }
          ? FileReply
          : never
    : never;
/** One row of a call that answers rows. */
export type RowOf<E> = ReplyOf<E> extends { rows: (infer T)[] } ? T : never;

/** Bytes with a name, sent as an attachment unless `inline`. */
export interface FileReply {
  name: string;
  mime: string;
  body: Uint8Array | NodeJS.ReadableStream;
  size?: number;
  /** The browser may show it; only for types in which nothing runs. */
  inline?: boolean;
  /** Ranges are served; with `range`, the bytes are this part of `total` (HTTP 206). */
  ranges?: { total: number; range: { start: number; end: number } | null };
}

/** A reply of one value under `data`. */
export const data = <S extends z.ZodType>(schema: S) => ({ kind: 'data', schema }) as const;
/** A reply of `rows` and `total`, with further named fields beside them. */
export const rows = <S extends z.ZodType, X extends z.ZodRawShape = Record<never, never>>(row: S, extra?: X) =>
  ({ kind: 'rows', row, extra: z.object((extra ?? {}) as X) }) as const;
/** A reply of bytes. */
export const file = { kind: 'file' } as const;
/** A write that answers nothing but its success. */
export const done = data(z.null());

export const BAD_ID = '编号不正确';
/** An id on the wire: an opaque string; here always the decimal digits of a bigint. */
export const id = z.string().regex(/^[1-9]\d{0,17}$/, BAD_ID);
/** `YYYY-MM-DD`, a real calendar day from 1900 on. */
export const date = z
  .string('请选择日期')
  .min(1, '请选择日期')
  .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}$/, {
    error: ({ input }) => dayFault(String(input)) || '日期格式应为 2026-01-31',
    abort: true,
  })
  .refine((text) => dayFault(text) === '', '没有这一天');
/** `YYYY-MM-DD HH:mm`: a day with hour and minute, in Beijing's time. */
export const moment = z
  .string('请选择时间')
  .min(1, '请选择时间')
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, {
    error: ({ input }) => momentFault(String(input)) || '时间格式应为 2026-01-31 09:00',
    abort: true,
  })
  .refine((text) => {
    const read = readMoment(text);
    return 'moment' in read && read.moment === text;
  }, '没有这个时间');
/** `YYYY-MM`. */
export const month = z
  .string('请选择月份')
  .min(1, '请选择月份')
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, '月份格式应为 2026-01');
/** Money in integer fen. */
export const fen = z.int();
/** An organisation's code: four digits a level. */
export const orgCode = z.string().regex(/^(\d{4}){1,12}$/, '组织编码不正确');
/** A query flag: `true` or `1` is yes, `false`, `0` or the empty text is no. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');
/** A whole number that may arrive as text. */
export const count = z.coerce.number<string | number>('应为数字').int('应为整数');
/** A year from the first one that a matter knows. @param word 年度 for what is planned and judged by it */
export const yearFrom = (first: number, word: '年份' | '年度' = '年份') => {
  const wrong = `${word}不正确`;
  return count.pipe(z.int(wrong).min(first, wrong).max(2100, wrong));
};
/** One line of text without control characters, trimmed. */
export const line = (max: number, label = '内容') =>
  z
    .string(`请输入${label}`)
    .overwrite(normaliseText)
    .trim()
    .max(max, `${label}不能超过${max}个字`)
    .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), `${label}含有不能识别的字符`)
    .refine((text) => !hasLostSign(text), `${label}${LOST_SIGN}`)
    .refine((text) => formulaFault(text) === '', { error: ({ input }) => formulaFault(String(input)) });
/** One required line of text. */
export const required = (max: number, label: string) =>
  line(max, label).refine((text) => text.length > 0, `请输入${label}`);
/** Why a row goes into the recycle bin: whoever can bring it back need not say it. What is gone for good asks (`required`). */
export const binReason = line(200, '删除原因').default('');
/**
 * A person's name in the form in which it is stored (`keptName`): one required line, no emoji, and no `?`, which is what a lost
 * character becomes.
 */
export const personName = (max: number, label = '姓名') =>
  required(max, label)
    .overwrite(keptName)
    .refine((name) => !hasEmoji(name), NO_EMOJI)
    .refine((name) => !/[?？]/.test(name), `${label}${LOST_SIGN}`);
/**
 * A phone number, an id card or a code in the form in which it is stored (`compactNumber`): no spaces, no full-width and no
 * invisible characters.
 */
export const numberLine = (label: string) => z.string(`请输入${label}`).overwrite(compactNumber);
/** Several lines of text. */
export const text = (max: number, label = '内容') =>
  z
    .string(`请输入${label}`)
    .overwrite(normaliseText)
    .trim()
    .max(max, `${label}不能超过${max}个字`)
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), `${label}含有不能识别的字符`);
const PICTURE = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
/** What the base64 of a file begins with; of WebP the bytes 9 to 11 as well, since RIFF holds other things too. */
const PICTURE_STARTS: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  webp: /^UklGR.{7}RUJQ/,
};
/** A picture as a data URL: PNG, JPEG or WebP, judged by its first bytes and not by its stated type. */
export const picture = (kilobytes: number) =>
  z
    .string('请选择图片')
    .max(
      Math.ceil((kilobytes * 1024) / 3) * 4 + 30,
      `图片不能超过${kilobytes < 1024 ? `${kilobytes}KB` : `${kilobytes / 1024}MB`}`,
    )
    .refine((text) => {
      const [, type = '', bytes = ''] = PICTURE.exec(text) ?? [];
      return PICTURE_STARTS[type]?.test(bytes) ?? false;
    }, '请选择 PNG、JPEG 或 WebP 图片');
/** An empty text means "no value". */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    schema.nullable(),
  ) as unknown as z.ZodType<z.output<S> | null, z.input<S> | '' | null | undefined>;
/** Ids of a bulk call, as a list or comma-separated; each once, at most 1000. */
export const ids = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(id, '请选择记录').min(1, '请选择记录').max(1000, '一次最多 1000 条'),
  )
  .transform((list) => [...new Set(list)]);

/** Paging of every list: `pageNum` from 1, `pageSize` default 20, at most 200. */
export const page = {
  pageNum: count.pipe(z.int().min(1, '页码从 1 开始').max(1_000_000, '页码太大')).default(1),
  pageSize: count.pipe(z.int().min(1, '每页至少 1 条').max(200, '每页最多 200 条')).default(20),
};

/** Body codes of the specification, section 8. */
export const CODE = {
  loginIncorrect: 0,
  ok: 200,
  business: 400,
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  systemError: 500,
  parameter: 600,
  duplicateLogon: 800,
} as const;

/** The path with its `{name}`s filled from the input, and the fields that are left. */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name];
    delete rest[name];
    const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
    // Half a character cannot stand in an address and would throw.
    return encodeURIComponent(text.toWellFormed());
  });
  return { path: filled, rest };
}
