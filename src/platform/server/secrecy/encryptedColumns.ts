import { type RawBuilder, sql } from 'kysely';

/** A column, or a value within one, that holds what the vault has encrypted. */
export interface EncryptedColumn {
  /** `table.column`, for the log and the operator. */
  name: string;
  table: string;
  /** The primary key: its columns with their types. */
  key: Readonly<Record<string, string>>;
  /** The columns that the place is made of; the primary key where it names no others. */
  by: readonly string[];
  /** The place for which a row's value is encrypted. */
  place(...by: string[]): string;
  /** The encrypted bytes of a row; null where it has none. */
  read: RawBuilder<Buffer | null>;
  /** The assignment that puts other bytes there. */
  write(bytes: RawBuilder<Buffer>): RawBuilder<unknown>;
}

type Options = { key?: Readonly<Record<string, string>>; by?: readonly string[] };
const USUAL_KEY = { id: 'bigint' };

/** A bytea column of encrypted values; an empty one counts as none. */
export function encryptedColumn(
  table: string,
  column: string,
  place: (...by: string[]) => string,
  { key = USUAL_KEY, by = Object.keys(key) }: Options = {},
): EncryptedColumn {
  return {
    name: `${table}.${column}`,
    table,
    key,
    by,
    place,
    read: sql`nullif(t.${sql.ref(column)}, '\\x'::bytea)`,
    write: (bytes) => sql`${sql.ref(column)} = ${bytes}`,
  };
}

/** Encrypted bytes as a text within a JSON column: base64 where a service wrote them, `\x…` where PostgreSQL made JSON of a row. */
export function encryptedInJson(
  table: string,
  column: string,
  field: string,
  written: 'base64' | 'row',
  place: (...by: string[]) => string,
  { key = USUAL_KEY, by = Object.keys(key), only = sql`true` }: Options & { only?: RawBuilder<unknown> } = {},
): EncryptedColumn {
  const text = sql`t.${sql.ref(column)} ->> ${field}`;
  const bytesOf = written === 'base64' ? sql`decode(${text}, 'base64')` : sql`(${text})::bytea`;
  const textOf = (bytes: RawBuilder<Buffer>) =>
    written === 'base64' ? sql`replace(encode(${bytes}, 'base64'), E'\\n', '')` : sql`'\\x' || encode(${bytes}, 'hex')`;
  return {
    name: `${table}.${column}.${field}`,
    table,
    key,
    by,
    place,
    read: sql`case when ${only} then ${bytesOf} end`,
    write: (bytes) =>
      sql`${sql.ref(column)} = jsonb_set(t.${sql.ref(column)}, array[${field}], to_jsonb(${textOf(bytes)}))`,
  };
}

/** Of a table with kinds, as `only`: the rows of one. */
export const ofKind = (kind: string) => sql`t.kind = ${kind}`;
