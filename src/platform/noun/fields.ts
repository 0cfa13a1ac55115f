import { z } from 'zod';
import type { Database } from '../../../db/types.ts';
import {
  date,
  flag as flagSchema,
  id,
  line as lineSchema,
  required as requiredLine,
  text as textSchema,
} from '../contract.ts';
import type { FormatName } from '../files/fileRules.ts';
import { numberTyped } from '../reading/numbers.ts';
import { decodeHtml } from '../text/richTextRules.ts';

/** What a field is, for the compiler: each builder below infers one. */
export interface FieldInfo {
  kind: 'line' | 'text' | 'whole' | 'day' | 'choice' | 'oneOf' | 'flag' | 'organisation' | 'refers' | 'files';
  /** What row, service and reply hold. */
  stored: unknown;
  /** What a form holds. */
  typed: string | boolean;
  /** What stands beside it on the wire: `…Name` with the words of a choice or the name of an organisation. */
  beside: 'none' | 'words' | 'name';
  /** The column; `''` for the name in snake case. */
  place: string;
  /** It must be filled. */
  must: boolean;
}

/** A field of a noun (noun.ts). */
export interface Field<I extends FieldInfo = FieldInfo> {
  readonly kind: I['kind'];
  readonly label: string;
  /** Reads what is typed or sent; a value that is left out is the caller's affair. */
  readonly schema: z.ZodType<I['stored'], unknown>;
  readonly initial: I['typed'];
  readonly beside: I['beside'];
  readonly place: I['place'];
  readonly required: I['must'];
  readonly options: FieldOptions;
}

/** Everything that any builder takes, for those who walk over fields of all kinds. */
export interface FieldOptions {
  hint?: string;
  /** The sentence at the field when the unique index refuses it; the index is named `<table>_<column>`. */
  unique?: string;
  /** Its lack is shown, with the way to fill it in. */
  wanted?: boolean;
  /** Destroyed when the row leaves the recycle bin for good. */
  personal?: boolean;
  /** Across both columns of form and record. */
  wide?: boolean;
  /** The most characters, or the greatest number. */
  max?: number;
  min?: number;
  /** What follows the number: 人. */
  unit?: string;
  dictionary?: string;
  /** It is HTML of the house's editor, which the server cleans; its pictures are the row's, log and sheets hold its words. */
  rich?: true;
  /** The table that an id points into. */
  refers?: string;
  labels?: Readonly<Record<string, string>>;
  /** What may be uploaded, and how many at most. */
  format?: FormatName;
  count?: number;
  /** A day may lie after today. */
  future?: boolean;
  /** While typing, e.g. upper case. */
  clean?: (text: string) => string;
  inputMode?: 'numeric' | 'tel' | 'decimal';
  /** A good value as typed, for the samples of tests, where the kind's own is none. */
  sample?: string;
}

interface Common<R extends boolean, P extends string> {
  /** Must be filled. */
  required?: R;
  hint?: string;
  /** The column, where it is not the name in snake case. */
  column?: P;
  unique?: string;
  wanted?: true;
  personal?: true;
  wide?: true;
  sample?: string;
}

type Maybe<T, R extends boolean> = R extends true ? T : T | null;

const make = <I extends FieldInfo>(
  kind: I['kind'],
  label: string,
  { schema, initial, beside }: { schema: z.ZodType; initial: I['typed']; beside: I['beside'] },
  options: FieldOptions & { required?: boolean; column?: string },
): Field<I> => ({
  kind,
  label,
  schema: schema as z.ZodType<I['stored'], unknown>,
  initial,
  beside,
  place: options.column ?? '',
  required: options.required ?? false,
  options,
});

/** No value is `null`, however a form or a caller says it. */
const orNull = (schema: z.ZodType) => z.preprocess((value) => (value === '' ? null : value), schema.nullable());

interface LineOptions<R extends boolean, B extends boolean, P extends string> extends Common<R, P> {
  /** Characters; by default 60. */
  max?: number;
  /** Empty is `''` in the database, not null. */
  blank?: B;
  clean?: (text: string) => string;
  /** What it must be, with the sentence where it is not. */
  is?: readonly [(text: string) => boolean, string];
  inputMode?: 'numeric' | 'tel' | 'decimal';
}

/** One line of text. */
export const line = <const R extends boolean = false, const B extends boolean = false, const P extends string = ''>(
  label: string,
  options: LineOptions<R, B, P> = {},
) => {
  const { max = 60, clean = (text: string) => text, is } = options;
  const base = (options.required ? requiredLine(max, label) : lineSchema(max, label)).overwrite(clean);
  const checked = is ? base.refine((text) => text === '' || is[0](text), is[1]) : base;
  return make<{
    kind: 'line';
    stored: Maybe<string, R extends true ? true : B>;
    typed: string;
    beside: 'none';
    place: NoInfer<P>;
    must: R;
  }>('line', label, { schema: emptied(checked, options), initial: '', beside: 'none' }, { ...options, max });
};

/** HTML without a word. */
const NO_WORDS = /^(<[^>]*>|&nbsp;|\s)*$/;

/** Several lines of text. With `rich` it is HTML of the editor, and its tags count into `max` too. */
export const text = <const R extends boolean = false, const B extends boolean = false, const P extends string = ''>(
  label: string,
  options: Common<R, P> & { max?: number; blank?: B; rich?: true } = {},
) => {
  const { max = 500, rich = false } = options;
  const plain = textSchema(max, label);
  // HTML may come URL-encoded.
  const several = rich
    ? z.preprocess((value) => (typeof value === 'string' ? decodeHtml(value) : value), plain)
    : plain;
  const holds = (value: string) => (rich ? /<(img|video)\b/.test(value) || !NO_WORDS.test(value) : value.length > 0);
  const checked = options.required ? several.refine(holds, `请输入${label}`) : several;
  return make<{
    kind: 'text';
    stored: Maybe<string, R extends true ? true : B>;
    typed: string;
    beside: 'none';
    place: NoInfer<P>;
    must: R;
  }>(
    'text',
    label,
    { schema: emptied(checked, options), initial: '', beside: 'none' },
    { wide: true, ...options, max },
  );
};

const emptied = (schema: z.ZodType<string>, { required, blank }: { required?: boolean; blank?: boolean }) => {
  if (required) return schema;
  const given = z.preprocess((value) => value ?? '', schema);
  return blank ? given : given.transform((value) => value || null);
};

/** A whole number, by default from 0 to 999,999. */
export const whole = <const R extends boolean = false, const P extends string = ''>(
  label: string,
  options: Common<R, P> & { min?: number; max?: number; unit?: string } = {},
) => {
  const { min = 0, max = 999_999 } = options;
  const number = z
    .number({ error: ({ input }) => (input === null ? `请输入${label}` : `${label}应为数字`) })
    .int(`${label}应为整数`)
    .min(min, min === 0 ? `${label}不能为负` : `${label}不能小于${min}`)
    .max(max, `${label}太大`);
  const read = (value: unknown) =>
    typeof value === 'string' ? (value.trim() === '' ? null : (numberTyped(value) ?? Number.NaN)) : value;
  return make<{
    kind: 'whole';
    stored: Maybe<number, R>;
    typed: string;
    beside: 'none';
    place: NoInfer<P>;
    must: R;
  }>(
    'whole',
    label,
    { schema: z.preprocess(read, options.required ? number : number.nullable()), initial: '', beside: 'none' },
    { inputMode: 'numeric', ...options, min, max } as FieldOptions,
  );
};

/** A day, `YYYY-MM-DD`; not after today unless `future`. */
export const day = <const R extends boolean = false, const P extends string = ''>(
  label: string,
  options: Common<R, P> & { future?: true } = {},
) =>
  make<{ kind: 'day'; stored: Maybe<string, R>; typed: string; beside: 'none'; place: NoInfer<P>; must: R }>(
    'day',
    label,
    { schema: options.required ? date : orNull(date), initial: '', beside: 'none' },
    options,
  );

/** A value of a dictionary, by the dictionary's code. */
export const choice = <const R extends boolean = false, const P extends string = ''>(
  label: string,
  dictionary: string,
  options: Common<R, P> = {},
) => {
  const value = z.string(`请选择${label}`).regex(/^[0-9A-Za-z]{1,8}$/, `请选择${label}`);
  return make<{ kind: 'choice'; stored: Maybe<string, R>; typed: string; beside: 'words'; place: NoInfer<P>; must: R }>(
    'choice',
    label,
    { schema: options.required ? value : orNull(value), initial: '', beside: 'words' },
    { ...options, dictionary },
  );
};

/** One of a few values that the code fixes: `{ 1: '男', 2: '女' }` holds numbers, `{ draft: '草稿' }` texts. */
export const oneOf = <
  const L extends Readonly<Record<string | number, string>>,
  const R extends boolean = false,
  const P extends string = '',
>(
  label: string,
  labels: L,
  options: Common<R, P> = {},
) => {
  const values = Object.keys(labels);
  const areNumbers = values.every((value) => /^\d+$/.test(value));
  const known = z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.enum(values, `请选择${label}`),
  );
  const value = areNumbers ? known.transform(Number) : known;
  return make<{
    kind: 'oneOf';
    stored: Maybe<keyof L & (string | number), R>;
    typed: string;
    beside: 'words';
    place: NoInfer<P>;
    must: R;
  }>('oneOf', label, { schema: options.required ? value : orNull(value), initial: '', beside: 'words' }, {
    sample: values[0],
    ...options,
    labels,
  } as FieldOptions);
};

/** Yes or no. */
export const flag = <const P extends string = ''>(
  label: string,
  options: { initial?: boolean; hint?: string; column?: P } = {},
) =>
  make<{ kind: 'flag'; stored: boolean; typed: boolean; beside: 'none'; place: NoInfer<P>; must: false }>(
    'flag',
    label,
    { schema: flagSchema, initial: options.initial ?? false, beside: 'none' },
    options,
  );

/** The organisation of the row. Every noun has exactly one such field, named `orgId`; its code is stored beside it. */
export const organisation = (label: string, options: { hint?: string } = {}) =>
  make<{ kind: 'organisation'; stored: string; typed: string; beside: 'name'; place: ''; must: true }>(
    'organisation',
    label,
    { schema: id, initial: '', beside: 'name' },
    { ...options, required: true },
  );

/** Tables whose rows have a name and lie in organisations. */
type Named = {
  [T in keyof Database]: Database[T] extends { name: unknown; org_code: unknown; deleted_at: unknown } ? T : never;
}[keyof Database];

/**
 * A row of another table within the scope, by its id: `refers('负责人', 'member')`. Its name is answered beside it (`leaderId` has
 * `leaderName`). An id outside of the scope counts as not found. The page provides the control.
 */
export const refers = <const R extends boolean = false, const P extends string = ''>(
  label: string,
  table: Named & string,
  options: Common<R, P> = {},
) => {
  const chosen = z.string(`请选择${label}`).refine((text) => text !== '', { error: `请选择${label}`, abort: true });
  return make<{ kind: 'refers'; stored: Maybe<string, R>; typed: string; beside: 'name'; place: NoInfer<P>; must: R }>(
    'refers',
    label,
    { schema: options.required ? chosen.pipe(id) : orNull(id), initial: '', beside: 'name' },
    { ...options, refers: table },
  );
};

const FILE_IDS = /^([0-9a-f]{32}(,[0-9a-f]{32})*)?$/;

/**
 * Uploaded files of a row. Column and form hold their ids joined by commas; the record lists the files under `uploads`. Everybody
 * who may read the row may read them.
 */
export const files = <const P extends string = ''>(
  label: string,
  options: { format?: FormatName; count?: number; hint?: string; column?: P } = {},
) => {
  const { count = 9, format = 'common' } = options;
  const ids = z
    .string(`请选择${label}`)
    .regex(FILE_IDS, '文件编号不正确')
    .refine((text) => text.split(',').length <= count, `${label}最多${count}个`);
  return make<{ kind: 'files'; stored: string; typed: string; beside: 'none'; place: NoInfer<P>; must: false }>(
    'files',
    label,
    { schema: z.preprocess((value) => value ?? '', ids), initial: '', beside: 'none' },
    { wide: true, ...options, format, count },
  );
};
