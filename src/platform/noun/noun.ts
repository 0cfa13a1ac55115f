import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/types.ts';
import { type UploadedFile, uploadedFile } from '../files/fileCalls.ts';
import type { Field, FieldInfo } from './fields.ts';

/** The fields of a noun by name; `orgId` says where a row belongs. */
export type Fields = Readonly<Record<string, Field>>;
type WithOrg = { readonly orgId: Field & { readonly kind: 'organisation' } };

type StoredOf<F> = F extends { readonly schema: z.ZodType<infer S, unknown> } ? S : never;
type Name<F> = keyof F & string;

/** The values of a noun as rows, services and replies hold them. */
export type Values<F> = { -readonly [K in keyof F]: StoredOf<F[K]> };

type BesideName<K extends string> = K extends `${infer P}Id` ? `${P}Name` : `${K}Name`;
type Beside<F, L> = {
  -readonly [K in keyof F & L as F[K] extends { readonly beside: 'none' } ? never : BesideName<K & string>]: string;
};

/** What every row carries. */
interface Kept {
  id: string;
  orgCode: string;
  version: number;
  can: { edit: boolean; remove: boolean };
}
interface Touched {
  createName: string;
  /** ISO 8601. */
  createDate: string;
  updateName: string;
  updateDate: string;
}

// ── The columns, checked at compile time ────────────────────────────────────────────────────────────────────────────

/** A table of the database. */
export type Table = keyof Database & string;
type Snake<S extends string> = S extends `${infer H}${infer T}`
  ? T extends Uncapitalize<T>
    ? `${Lowercase<H>}${Snake<T>}`
    : `${Lowercase<H>}_${Snake<T>}`
  : S;
type ColumnOf<K extends string, F> = F extends { readonly place: infer P extends string }
  ? P extends ''
    ? Snake<K>
    : P
  : never;
type Widen<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;
type TypeName<T> = [T] extends [string]
  ? 'text'
  : [T] extends [number]
    ? 'a number'
    : [T] extends [boolean]
      ? 'a boolean'
      : [T] extends [Date]
        ? 'a time'
        : 'something else';
type Said<T> = [null] extends [T] ? `${TypeName<Exclude<T, null>>} or null` : TypeName<T>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type ColumnFault<T extends Table, C extends string, F> = C extends keyof Selectable<Database[T]>
  ? Same<Widen<StoredOf<F>>, Selectable<Database[T]>[C]> extends true
    ? unknown
    : `column ${T}.${C} holds ${Said<Selectable<Database[T]>[C]>}, the field ${Said<Widen<StoredOf<F>>>}`
  : `table ${T} has no column ${C}`;
type ColumnFaults<T extends Table, F> = Table extends T
  ? unknown
  : { [K in keyof F & string]: ColumnFault<T, ColumnOf<K, F[K]>, F[K]> };

/** Columns that every noun's table has and the kit writes. */
const KIT_COLUMNS = [
  'id',
  'org_code',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
  'deleted_by',
  'delete_reason',
  'erased_at',
  'name_grams',
  'pinyin',
  'initials',
] as const;
type KitColumn = (typeof KIT_COLUMNS)[number];
type Filled<F> = { [K in keyof F & string]: ColumnOf<K, F[K]> }[keyof F & string];
type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];
/** Columns without a default that no field fills. */
type Unfilled<T extends Table, F, M> = Exclude<RequiredKeys<Insertable<Database[T]>>, Filled<F> | KitColumn | M>;
type UnfilledFault<T extends Table, F, M> = Table extends T
  ? unknown
  : [Unfilled<T, F, M>] extends [never]
    ? unknown
    : { made: `no field fills column ${T}.${Unfilled<T, F, M> & string}` };
/** Fields that neither form nor record would show. */
type UnplacedFault<F, S> = [Exclude<Name<F>, S>] extends [never]
  ? unknown
  : { sections: `field ${Exclude<Name<F>, S> & string} stands in no section` };

// ── The declaration ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Sentences by field. */
export type Faults = Readonly<Record<string, string>>;

/** What a noun is, written once. */
interface Definition<
  T extends Table,
  F extends Fields,
  X extends z.ZodRawShape,
  M extends string,
  L extends string,
  Fi extends string,
  La extends string,
  S extends string,
> {
  /** English, as the log, the recycle bin and the samples name it; it is never changed. */
  name: string;
  /** Chinese, as people call it. */
  label: string;
  /** The measure word; by default 个. */
  measure?: string;
  table: T;
  /** The line that names a row. */
  title: NoInfer<Name<F>>;
  /** Where the title is found by its letters and pinyin: the table then has name_grams, pinyin and initials. */
  lettered?: true;
  /** The rights of its calls; `export` is by default that of reading. */
  access: { read: string; write: string; remove: string; export?: string };
  fields: F;
  /** What the server adds to list and record, by its schema; `special.shown` answers it. */
  shown?: X;
  /** Columns that the noun's own code writes. */
  made?: readonly M[];
  /** The form's and the record's parts: every field stands in one. */
  sections: Readonly<Record<string, readonly (S & NoInfer<Name<F>>)[]>>;
  /** What the list shows, in its order. */
  list: readonly (L & NoInfer<Name<F>>)[];
  /** What the list's rows carry besides. */
  carried?: readonly (L & NoInfer<Name<F>>)[];
  /** By what it is filtered: choices, fixed values and flags by equality, days by a range. */
  filters?: readonly (Fi & NoInfer<Name<F>>)[];
  /** Fields that may be asked for as not filled in. */
  lacking?: readonly (La & NoInfer<Name<F>>)[];
  /** When a field applies at all, and the sentence where it is filled in although it does not. */
  when?: { readonly [K in NoInfer<Name<F>>]?: readonly [(row: NoInfer<Values<F>>) => boolean, string] };
  /** What fields say of each other, by field. Server and page ask alike. */
  check?: (row: NoInfer<Values<F>>) => Faults;
  /** The field by whose values living rows are counted, as the fact `name` of the counters. */
  counted?: NoInfer<Name<F>>;
}

/** Any noun, for what walks over nouns of all kinds. */
export interface AnyNoun {
  readonly is: {
    readonly name: string;
    readonly label: string;
    readonly measure?: string;
    readonly table: Table;
    readonly title: string;
    readonly lettered?: true;
    readonly access: {
      readonly read: string;
      readonly write: string;
      readonly remove: string;
      readonly export?: string;
    };
    readonly fields: Fields;
    readonly shown?: z.ZodRawShape;
    readonly sections: Readonly<Record<string, readonly string[]>>;
    readonly list: readonly string[];
    readonly carried?: readonly string[];
    readonly filters?: readonly string[];
    readonly lacking?: readonly string[];
    readonly when?: Readonly<Record<string, readonly [(row: never) => boolean, string] | undefined>>;
    readonly check?: (row: never) => Faults;
    readonly counted?: string;
  };
  readonly form: z.ZodObject;
}

/** A noun with its types. */
export interface Noun<
  T extends Table = Table,
  F extends Fields = Fields,
  X extends z.ZodRawShape = z.ZodRawShape,
  L extends string = string,
  Fi extends string = string,
  La extends string = string,
> extends AnyNoun {
  readonly is: AnyNoun['is'] & { readonly table: T; readonly fields: F };
  /** The schema of its form, and of what adding takes: what must not be filled in may be left out. */
  readonly form: z.ZodObject<FormShape<F>>;
  /** The same of a change, where everything may be left out. */
  readonly patch: z.ZodObject<PatchShape<F>>;
  readonly row: z.ZodType<Row<F, X, L>>;
  readonly record: z.ZodType<Record_<F, X>>;
  /** The list's filters. */
  readonly ask: z.ZodObject<AskShape<F, Fi, La>>;
}

/** What a caller may send for a value. */
type InputOf<F> = F extends { readonly initial: infer T; readonly required: infer R }
  ? T | StoredOf<F> | (T extends string ? (R extends true ? never : null) : never)
  : never;
type FormShape<F> = {
  [K in keyof F]: F[K] extends { readonly required: true }
    ? z.ZodType<StoredOf<F[K]>, InputOf<F[K]>>
    : z.ZodDefault<z.ZodType<StoredOf<F[K]>, InputOf<F[K]>>>;
};
type PatchShape<F> = { [K in keyof F]: z.ZodOptional<z.ZodType<StoredOf<F[K]>, InputOf<F[K]>>> };
type Optional<S> = z.ZodOptional<z.ZodType<S, string>>;
type AskShape<F, Fi extends string, La extends string> = {
  [K in Fi as K extends keyof F
    ? F[K] extends { readonly kind: 'day' }
      ? `${K}From` | `${K}To`
      : K
    : never]: Optional<K extends keyof F ? (F[K] extends { readonly kind: 'flag' } ? boolean : string) : never>;
} & ([La] extends [never] ? unknown : { lacking: Optional<La> });

/** A row of the list on the wire. */
export type Row<F, X extends z.ZodRawShape, L> = Kept &
  Pick<Values<F>, (L | 'orgId') & keyof F> &
  Beside<F, L | 'orgId'> &
  z.output<z.ZodObject<X>>;
/** One record on the wire, with its place in the tree and who touched it. */
type Record_<F, X extends z.ZodRawShape> = Kept &
  Values<F> &
  Beside<F, keyof F> &
  Touched & {
    path: { id: string; name: string }[];
    /** The files of the row by field; where the noun has such fields. */
    uploads?: Readonly<Record<string, readonly UploadedFile[]>>;
  } & z.output<z.ZodObject<X>>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The column of a field. */
export const columnOf = (name: string, field: Field): string => field.place || snake(name);
/** The name beside a choice or an organisation: `natureName`, `orgName`. */
export const besideName = (name: string): string => `${name.replace(/Id$/, '')}Name`;

/**
 * Declares a noun: rows that belong to an organisation, with list, form, version, recycle bin, export and log. Contract (calls.ts),
 * server and pages follow from it. The compiler names a column that is missing, has another type, or is filled by no field, and a
 * field that stands in no section.
 */
export function noun<
  const T extends Table,
  F extends Fields & WithOrg,
  X extends z.ZodRawShape = Record<never, never>,
  const M extends string = never,
  const L extends string = never,
  const Fi extends string = never,
  const La extends string = never,
  const S extends string = never,
>(
  definition: Definition<T, F, X, M, L, Fi, La, S> & { fields: ColumnFaults<T, NoInfer<F>> } & UnfilledFault<
      T,
      NoInfer<F>,
      NoInfer<M>
    > &
    UnplacedFault<NoInfer<F>, NoInfer<S>>,
): Noun<T, F, X, L, Fi, La> {
  // The faults are types alone; behind them stands the definition.
  const is = definition as unknown as AnyNoun['is'] & { readonly table: T; readonly fields: F };
  const entries = Object.entries<Field>(is.fields);
  const shapeOf = (names: readonly string[]) =>
    Object.fromEntries(
      entries.flatMap(([name, field]) =>
        names.includes(name)
          ? [[name, storedSchema(field)], ...(field.beside === 'none' ? [] : [[besideName(name), z.string()] as const])]
          : [],
      ),
    );
  const kept = z.object({
    id: z.string(),
    orgCode: z.string(),
    version: z.number(),
    can: z.object({ edit: z.boolean(), remove: z.boolean() }),
  });
  const listed = ['orgId', is.title, ...is.list, ...(is.carried ?? [])];
  return {
    is,
    form: z.object(
      Object.fromEntries(entries.map(([name, field]) => [name, field.required ? field.schema : beginning(field)])),
    ),
    patch: z.object(Object.fromEntries(entries.map(([name, { schema }]) => [name, schema.optional()]))),
    row: kept.extend({ ...shapeOf(listed), ...is.shown }),
    record: kept.extend({
      ...shapeOf(Object.keys(is.fields)),
      ...is.shown,
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      ...(entries.some(([, { kind }]) => kind === 'files')
        ? { uploads: z.record(z.string(), z.array(uploadedFile)) }
        : {}),
      createName: z.string(),
      createDate: z.string(),
      updateName: z.string(),
      updateDate: z.string(),
    }),
    ask: z.object({
      ...Object.fromEntries((is.filters ?? []).flatMap((name) => askedBy(name, is.fields[name]))),
      ...(is.lacking
        ? { lacking: z.enum(is.lacking as readonly [string, ...string[]], '请选择缺少的内容').optional() }
        : {}),
    }),
  } as unknown as Noun<T, F, X, L, Fi, La>;
}

/** A value that is left out when a row is added is the one that its form begins with. */
const beginning = (field: Field) => field.schema.default(field.schema.parse(field.initial));

function storedSchema({ kind, options, schema, required }: Field): z.ZodType {
  const plain = {
    line: z.string(),
    text: z.string(),
    whole: z.number(),
    day: z.string(),
    choice: z.string(),
    oneOf: z.union([z.string(), z.number()]),
    flag: z.boolean(),
    organisation: z.string(),
    refers: z.string(),
    files: z.string(),
  } satisfies Record<FieldInfo['kind'], z.ZodType>;
  const isNever = required || ['flag', 'files'].includes(kind) || (options as { blank?: boolean }).blank;
  return isNever ? plain[kind] : plain[kind].nullable().describe(schema.description ?? '');
}

function askedBy(name: string, field: Field | undefined): [string, z.ZodType][] {
  if (!field) throw new Error(`no field ${name} to filter by`);
  if (field.kind === 'day') return ['From', 'To'].map((end) => [`${name}${end}`, field.schema.optional()]);
  return [[name, field.schema.optional()]];
}

/** The values of a noun. */
export type ValuesOf<N> = N extends { is: { fields: infer F } } ? Values<F> : never;
/** A row as the database holds it, under the fields' names. */
export type StoredRow<N> = ValuesOf<N> & {
  id: string;
  orgCode: string;
  orgName: string;
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
};

/**
 * The faults of a row by field: fields that do not apply, days after `today`, and contradictions between fields. With `before`, only
 * days that were changed are checked, so that an old fault does not stop another correction.
 */
export function nounFaults(
  { is }: AnyNoun,
  after: Readonly<Record<string, unknown>>,
  today: string,
  before: Readonly<Record<string, unknown>> | null,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [name, { kind, label, options }] of Object.entries(is.fields)) {
    const value = after[name];
    if (kind === 'day' && !options.future && typeof value === 'string' && value > today && value !== before?.[name]) {
      faults[name] = `${label}不能晚于今天`;
    }
  }
  for (const [name, rule] of Object.entries(is.when ?? {})) {
    const value = after[name];
    if (rule && value !== null && value !== '' && value !== false && !rule[0](after as never)) faults[name] = rule[1];
  }
  return { ...faults, ...is.check?.(after as never) };
}

/** Whether a field applies to a row. */
export const fieldApplies = ({ is }: AnyNoun, name: string, row: Readonly<Record<string, unknown>>): boolean =>
  is.when?.[name]?.[0](row as never) ?? true;
