// npm run db:types: writes db/types.ts, Kysely's row types, from a freshly migrated database.
// With --check it writes nothing and fails when the file differs.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#platform/server/database/migrate.ts';
import { startEmbedded } from '#platform/server/postgres/embedded.ts';

interface Column {
  table: string;
  table_comment: string | null;
  name: string;
  comment: string | null;
  type: string;
  nullable: boolean;
  /** The database always makes the value itself. */
  generated: boolean;
  has_default: boolean;
}

const types: Readonly<Record<string, string>> = {
  int8: 'string',
  int2: 'number',
  int4: 'number',
  int4multirange: 'string',
  tstzmultirange: 'string',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  bpchar: 'string',
  uuid: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  timestamptz: 'Date',
  // Text in, since pg turns a JavaScript array into a PostgreSQL one, not into JSON.
  jsonb: 'json',
  _text: 'string[]',
  _int8: 'string[]',
  _int4: 'number[]',
  _int2: 'number[]',
  _timestamptz: 'Date[]',
};

const file = join(import.meta.dirname, '../db/types.ts');
const wanted = render(await columns());
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('db/types.ts 与迁移后的数据库不一致，请运行 npm run db:types。');
  process.exit(1);
}

/** The columns of all tables and views, in the order of table name and position. */
async function columns(): Promise<Column[]> {
  const folder = mkdtempSync(join(tmpdir(), 'party-types-'));
  chmodSync(folder, 0o755);
  const server = await startEmbedded({ dataDir: folder, keep: 'fleeting', say: () => {} });
  try {
    await migrate(server.ownerUrl);
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    const { rows } = await client.query<Column>(
      `select c.relname as "table", obj_description(c.oid) as table_comment,
              a.attname as name, col_description(c.oid, a.attnum) as comment, t.typname as type,
              not a.attnotnull as nullable,
              a.attidentity = 'a' or a.attgenerated <> '' as generated,
              a.atthasdef or a.attidentity = 'd' as has_default
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and not c.relispartition and c.relname <> 'schema_migration'
       order by c.relname collate "C", a.attnum`,
    );
    await client.end();
    return rows;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function render(all: Column[]): string {
  const tables = Map.groupBy(all, (column) => column.table);
  const blocks = [...tables].map(([table, list]) => {
    const lines = list.map((column) => `${comment(column.comment, '  ')}  ${column.name}: ${columnType(column)};`);
    return `${comment(list[0]?.table_comment ?? null, '')}export interface ${pascal(table)} {\n${lines.join('\n')}\n}`;
  });
  const names = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};`);
  const body = [...blocks, `export interface Database {\n${names.join('\n')}\n}`].join('\n\n');
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`));
  const head = `// Written by scripts/db-types.ts from the migrated database; not edited by hand.\n`;
  return `${head}import type { ${used.join(', ')} } from 'kysely';\n\n${body}\n`;
}

function columnType({ table, name, type, nullable, generated, has_default }: Column): string {
  const known = types[type];
  if (!known) throw new Error(`${table}.${name}: no TypeScript type for ${type}, add it to scripts/db-types.ts`);
  const or = nullable ? ' | null' : '';
  if (known === 'json') {
    const insert = `string${or}${nullable || has_default ? ' | undefined' : ''}`;
    return `ColumnType<unknown, ${insert}, string${or}>`;
  }
  if (generated) return `GeneratedAlways<${known}${or}>`;
  return has_default ? `Generated<${known}${or}>` : `${known}${or}`;
}

function comment(text: string | null, indent: string): string {
  return text === null ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
