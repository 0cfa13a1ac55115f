import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { ColumnKind, Comments } from '#publishing/news/rules.ts';

export interface ColumnRecord {
  id: string;
  parentId: string | null;
  parentName: string;
  name: string;
  kind: ColumnKind;
  approval: boolean;
  comments: Comments;
  isOpen: boolean;
  shownDays: number | null;
  sort: number;
  articles: number;
  version: number;
}

const COLUMNS = sql`c.id, c.parent_id as "parentId", coalesce(p.name, '') as "parentName", c.name, c.kind, c.approval, c.comments,
  c.is_open as "isOpen", c.shown_days as "shownDays", c.sort, c.version,
  (select count(*)::int from archive_article a where a.column_id = c.id and a.deleted_at is null) as articles`;
const FROM = sql`archive_column c left join archive_column p on p.id = c.parent_id`;
const IN_ORDER = sql`order by coalesce(p.sort, c.sort), coalesce(c.parent_id, c.id), c.parent_id is not null, c.sort, c.id`;

/** The columns that there are, in the order of `allColumns`, without how many articles each holds. */
export async function columnNames(db: Db): Promise<Pick<ColumnRecord, 'id' | 'name' | 'kind'>[]> {
  const { rows } = await sql<Pick<ColumnRecord, 'id' | 'name' | 'kind'>>`
    select c.id, c.name, c.kind from ${FROM} where c.deleted_at is null ${IN_ORDER}`.execute(db);
  return rows;
}

/** All columns, each before those below it. */
export async function allColumns(db: Db): Promise<ColumnRecord[]> {
  const { rows } = await sql<ColumnRecord>`
    select ${COLUMNS} from ${FROM} where c.deleted_at is null ${IN_ORDER}`.execute(db);
  return rows;
}

/** A column that is there; `lock` keeps it for this transaction. */
export async function findColumn(db: Db, id: string, lock = false): Promise<ColumnRecord | undefined> {
  const { rows } = await sql<ColumnRecord>`
    select ${COLUMNS} from ${FROM} where c.id = ${id} and c.deleted_at is null ${lock ? sql`for update of c` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export interface ColumnFields {
  parentId: string | null;
  name: string;
  kind: ColumnKind;
  approval: boolean;
  comments: Comments;
  isOpen: boolean;
  shownDays: number | null;
  sort: number;
}

export async function insertColumn(db: Db, of: ColumnFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into archive_column (parent_id, name, kind, approval, comments, is_open, shown_days, sort, updated_by)
    values (${of.parentId}, ${of.name}, ${of.kind}, ${of.approval}, ${of.comments}, ${of.isOpen}, ${of.shownDays}, ${of.sort}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeColumn(db: Db, id: string, of: ColumnFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update archive_column set parent_id = ${of.parentId}, name = ${of.name}, kind = ${of.kind}, approval = ${of.approval},
           comments = ${of.comments}, is_open = ${of.isOpen}, shown_days = ${of.shownDays}, sort = ${of.sort},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether columns stand below one. */
export async function hasChildren(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from archive_column where parent_id = ${id} and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

export const dropColumn = (db: Db, id: string, by: string) =>
  sql`update archive_column set deleted_at = now(), updated_by = ${by} where id = ${id}`.execute(db);

/** Moves everything of a column, deleted drafts too, so that they can come back; answers how much that was. */
export async function moveAll(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql`
    update archive_article set column_id = ${to}, top_until = null, version = version + 1
     where column_id = ${from} returning id`.execute(db);
  return rows.length;
}
