import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Database } from '../../../../../db/types.ts';

/** Columns of a table that a change document alters in rows that stay where they are, or all that a row has where it goes away with the change. */
export interface Altered {
  table: keyof Database;
  columns: readonly string[];
  /** Names a row; `id` where it is left out. */
  key?: string;
  /** Which rows `r` are not put back. */
  unless?: RawBuilder<unknown>;
  /** Which rows `r` are of some organisations; `r.org_id` where it is left out. */
  whose?(orgIds: readonly string[]): RawBuilder<unknown>;
}

/** A change closes to-dos, whatever they are about; one that is open there by now stays. */
export const TODOS: Altered = {
  table: 'todo',
  columns: ['done_at'],
  unless: sql`exists (select from todo other where other.org_id = r.org_id and other.role_id = r.role_id
                        and other.subject = r.subject and other.done_at is null)`,
};

/** The columns' values of rows, by the rows' ids. */
export type Image = ReadonlyMap<string, string>;

const ofColumns = (columns: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql`${sql.lit(column)}::text`, sql.ref(`r.${column}`)]))})`;

/** How the rows of some organisations stand. */
export async function imageOf(
  db: Db,
  { table, columns, key = 'id', whose }: Altered,
  orgIds: readonly string[],
): Promise<Image> {
  const { rows } = await sql<{ id: string; image: string }>`
    select ${sql.ref(`r.${key}`)} as id, ${ofColumns(columns)}::text as image from ${sql.table(table)} r
     where ${whose ? whose(orgIds) : sql`r.org_id = any(${orgIds}::bigint[])`}`.execute(db);
  return new Map(rows.map(({ id, image }) => [id, image]));
}

/** Notes which of some rows stand otherwise now than they did. */
export async function saveImages(
  db: Db,
  changeId: string,
  { table, columns, key = 'id' }: Altered,
  before: Image,
): Promise<void> {
  await sql`
    insert into org_change_image (change_id, table_name, row_id, before, after)
    select ${changeId}::bigint, ${table}::text, was.id, was.image,
           case when ${sql.ref(`r.${key}`)} is not null then ${ofColumns(columns)} end
      from unnest(${[...before.keys()]}::bigint[], ${[...before.values()]}::jsonb[]) as was (id, image)
      left join ${sql.table(table)} r on ${sql.ref(`r.${key}`)} = was.id
     where ${sql.ref(`r.${key}`)} is null or ${ofColumns(columns)} <> was.image`.execute(db);
}

/** Rows that a document altered and that nobody has altered since. */
export async function listUntouchedRows(
  db: Db,
  changeId: string,
  { table, columns, key = 'id' }: Altered,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.row_id as id from org_change_image i left join ${sql.table(table)} r on ${sql.ref(`r.${key}`)} = i.row_id
     where i.change_id = ${changeId} and i.table_name = ${table}
       and case when ${sql.ref(`r.${key}`)} is null then i.after is null else ${ofColumns(columns)} = i.after end`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Puts rows as they stood before a document. */
export async function restoreImages(
  db: Db,
  changeId: string,
  { table, columns, key = 'id', unless }: Altered,
  ids: readonly string[],
): Promise<void> {
  const named = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    update ${sql.table(table)} r set (${named}) = (
      select ${named} from jsonb_populate_record(null::${sql.table(table)}, i.before))
      from org_change_image i
     where i.change_id = ${changeId} and i.table_name = ${table} and i.row_id = ${sql.ref(`r.${key}`)}
       and i.row_id = any(${ids}::bigint[]) and not ${unless ?? sql`false`}`.execute(db);
  await sql`
    insert into ${sql.table(table)} (${named})
    select ${sql.join(columns.map((column) => sql.ref(`row.${column}`)))}
      from org_change_image i cross join lateral jsonb_populate_record(null::${sql.table(table)}, i.before) as row
     where i.change_id = ${changeId} and i.table_name = ${table} and i.after is null and i.row_id = any(${ids}::bigint[])
    on conflict do nothing`.execute(db);
}
