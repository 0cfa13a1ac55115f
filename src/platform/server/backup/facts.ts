import pg from 'pg';

/** A table by name, with the columns that can be written. */
export interface TableFacts {
  name: string;
  columns: string[];
}

/** Where the numbers of a sequence stand. */
export interface SequenceFacts {
  name: string;
  last: string;
  called: boolean;
}

/** A name out of the database's own catalogue, quoted by its rule: names take no bind values. */
export const quoted = (name: string) => pg.escapeIdentifier(name);

/** The tables of the product in the order of their names; what a column computes by itself is left out. */
export async function tablesOf(client: pg.ClientBase): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and c.relname <> 'schema_migration'
     group by c.relname order by c.relname`);
  return rows;
}

/** Its sequences, in the order of their names. */
export async function sequencesOf(client: pg.ClientBase): Promise<SequenceFacts[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`);
  if (names.length === 0) return [];
  const { rows } = await client.query<SequenceFacts>(
    names
      .map(({ name }) => {
        const text = pg.escapeLiteral(name);
        return `select ${text} as name, last_value::text as last, is_called as called from ${quoted(name)}`;
      })
      .join(' union all '),
  );
  return rows;
}

/** The migrations that the database has had, with the hash of each. */
export async function migrationsOf(client: pg.ClientBase): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name',
  );
  return rows;
}

/** Settings under which values have the same text everywhere, and nothing of this work is cut off for taking long. */
export const SAME_TEXT = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0`;

/** One moment of the whole database, for as long as the transaction stands; nobody waits for it. */
export const ONE_MOMENT = 'begin isolation level repeatable read read only';

const listed = ({ name, columns }: TableFacts) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** The statement that reads a table, and the one that fills it. */
export const copyOut = (table: TableFacts) => `copy ${listed(table)} to stdout`;
export const copyIn = (table: TableFacts) => `copy ${listed(table)} from stdin`;

/** How many rows a table has, and a sum over all of them that does not depend on their order. */
export async function sumOf(
  client: pg.ClientBase,
  { name, columns }: TableFacts,
): Promise<{ rows: number; sum: string }> {
  // As text, without those parentheses of a row in which nulls and empty texts would be one.
  const text = columns.map((column) => `coalesce(${quoted(column)}::text, E'\\\\N')`).join(` || E'\\t' || `);
  const { rows } = await client.query<{ rows: number; sum: string }>(`
    select count(*)::float8 as rows, coalesce(sum(('x' || left(md5(${text}), 15))::bit(60)::bigint), 0)::text as sum
      from ${quoted(name)}`);
  return rows[0] ?? { rows: 0, sum: '0' };
}

/** How many rows a table has. */
export async function countOf(client: pg.ClientBase, name: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::float8 as n from ${quoted(name)}`);
  return rows[0]?.n ?? 0;
}

/** Empties tables. */
export const emptyTables = (client: pg.ClientBase, tables: readonly Pick<TableFacts, 'name'>[]) =>
  client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
