import type { Writable } from 'node:stream';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { applyWithin } from '../database/migrate.ts';
import { copyIn, emptyTables, quoted, SAME_TEXT, type SequenceFacts, type TableFacts } from './facts.ts';
import { BackupFault } from './faults.ts';

/** What an empty database is filled with. */
export interface Load {
  migrations: readonly { name: string; sha256: string }[];
  tables: readonly (TableFacts & { rows: number | null })[];
  sequences: readonly SequenceFacts[];
  /** Writes the rows of a table in COPY's text format; what it throws undoes everything. */
  fill(table: TableFacts, into: Writable): Promise<void>;
  step(done: number, total: number, what: string): Promise<void>;
}

/** Whether the schema is as a new database has it. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  );
  return rowCount === 0;
}

/**
 * Makes the schema in an empty database and fills it, all in one transaction that the caller has begun as the owner: undone, it leaves
 * nothing. Indexes and references are made when the rows are there, so that every reference is proven.
 * @throws a sentence where something is there, or a table has got another number of rows than was told
 */
export async function loadInto(client: pg.ClientBase, load: Load): Promise<void> {
  if (!(await isEmpty(client)))
    throw new BackupFault('目标数据库不是空的，没有写入任何内容；请新建一个空库。(The target database is not empty.)');
  await load.step(0, load.tables.length, '正在建立数据表');
  await applyWithin(client, load.migrations);
  await client.query('set constraints all immediate');
  await client.query(SAME_TEXT.replaceAll('set ', 'set local '));
  await client.query(`set local maintenance_work_mem = '256MB'`);
  const later = await withoutIndexes(client);
  // What the migrations wrote comes with the rows.
  await emptyTables(client, load.tables);
  for (const [done, table] of load.tables.entries()) {
    await load.step(done, load.tables.length, '正在写入数据');
    const copy = client.query(from(copyIn(table)));
    await load.fill(table, copy);
    if (table.rows !== null && copy.rowCount !== table.rows)
      throw new BackupFault(
        `“${table.name}”应有 ${table.rows} 行，写入了 ${copy.rowCount} 行，已撤销。(${table.name} lacks rows.)`,
      );
  }
  await load.step(load.tables.length, load.tables.length, '正在建立索引并核对引用');
  for (const statement of later) await client.query(statement);
  for (const { name, last, called } of load.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, called]);
}

/** Takes away what would be kept up row by row, and the rules that act on rows; answers the statements that bring it back. */
async function withoutIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows: references } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid, conname`);
  const { rows: triggers } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as drop,
           format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' else '' end,
             tgname) as add
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled in ('O', 'A') order by 1`);
  // What a constraint rests on stays: nothing else can bring it back by its own words.
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
      from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not exists (
       select from pg_constraint where conindid = i.indexrelid) and not i.indisreplident and not i.indisclustered
     order by 1`);
  const all = [...references, ...triggers, ...indexes];
  for (const { drop } of all) await client.query(drop);
  return [...indexes, ...references, ...triggers].map(({ add }) => add);
}
