import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface Marks {
  labels: { id: string; name: string; colour: string }[];
  classId: string | null;
  className: string;
}

/** Labels and class of rows of one kind; a row without any is left out. */
export async function marksOf(db: Db, kind: string, rowIds: readonly string[]): Promise<Map<string, Marks>> {
  const { rows } = await sql<Marks & { id: string }>`
    select wanted.id::text as id, c.id as "classId", coalesce(c.name, '') as "className",
           coalesce((select json_agg(json_build_object('id', b.id::text, 'name', b.name, 'colour', b.colour) order by b.name)
                       from content_label_link l join content_label b on b.id = l.label_id and b.deleted_at is null
                      where l.kind = ${kind} and l.row_id = wanted.id), '[]') as labels
      from unnest(${rowIds}::bigint[]) as wanted (id)
      left join content_class_link k on k.kind = ${kind} and k.row_id = wanted.id
      left join content_class c on c.id = k.class_id and c.deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

/** Those of the labels given that are there, kept so until the transaction ends. */
export async function livingLabels(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from content_label where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Whether a class is there, kept so until the transaction ends. */
export async function livingClass(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from content_class where id = ${id} and deleted_at is null for share`.execute(db);
  return rows.length > 0;
}

interface Row {
  kind: string;
  rowId: string;
  orgCode: string;
}

/** Makes these the labels of a row; those that are in the recycle bin stay with it. */
export async function setLabels(db: Db, row: Row, labelIds: readonly string[], by: string): Promise<void> {
  await sql`
    delete from content_label_link l using content_label b
     where b.id = l.label_id and b.deleted_at is null and l.kind = ${row.kind} and l.row_id = ${row.rowId}
       and l.label_id <> all(${labelIds}::bigint[])`.execute(db);
  await sql`
    insert into content_label_link (label_id, kind, row_id, org_code, added_by)
    select id, ${row.kind}, ${row.rowId}, ${row.orgCode}, ${by} from unnest(${labelIds}::bigint[]) as wanted (id)
    on conflict do nothing`.execute(db);
}

/** Puts a row into a class, or out of any. */
export async function setClass(db: Db, row: Row, classId: string | null, by: string): Promise<void> {
  if (classId === null) {
    await sql`delete from content_class_link where kind = ${row.kind} and row_id = ${row.rowId}`.execute(db);
    return;
  }
  await sql`
    insert into content_class_link (kind, row_id, class_id, org_code, added_by)
    values (${row.kind}, ${row.rowId}, ${classId}, ${row.orgCode}, ${by})
    on conflict (kind, row_id) do update
       set class_id = excluded.class_id, org_code = excluded.org_code, added_at = now(), added_by = excluded.added_by`.execute(
    db,
  );
}

/** Drops every link of a row. */
export async function dropLinks(db: Db, kind: string, rowId: string): Promise<void> {
  await sql`delete from content_label_link where kind = ${kind} and row_id = ${rowId}`.execute(db);
  await sql`delete from content_class_link where kind = ${kind} and row_id = ${rowId}`.execute(db);
}

export interface LinkFilter {
  labelIds: readonly string[];
  all: boolean;
  classId: string | null;
  kind: string | null;
}

export interface LinkRecord {
  kind: string;
  row_id: string;
  at: Date;
}

/** Rows of the scope by their labels and class, as far as these are not in the recycle bin, newest mark first. `living`: of a link aliased `l`. */
export async function markedRows(
  db: Db,
  scope: Scope,
  living: RawBuilder<boolean>,
  filter: LinkFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: LinkRecord[]; total: number }> {
  const needed = filter.labelIds.length === 0 ? 0 : filter.all ? filter.labelIds.length : 1;
  const { rows } = await sql<LinkRecord & { total: number }>`
    with recursive branch as (
      select id from content_class where id = ${filter.classId}::bigint and deleted_at is null
      union
      select c.id from content_class c join branch on c.parent_id = branch.id where c.deleted_at is null
    ), l as (
      select k.kind, k.row_id, k.label_id, null::bigint as class_id, k.org_code, k.added_at
        from content_label_link k join content_label b on b.id = k.label_id and b.deleted_at is null
       where ${within(scope, 'k.org_code')}
      union all
      select k.kind, k.row_id, null, k.class_id, k.org_code, k.added_at
        from content_class_link k join content_class c on c.id = k.class_id and c.deleted_at is null
       where ${within(scope, 'k.org_code')}
    ), found as (
      select l.kind, l.row_id, max(l.added_at) as at
        from l
       where ${living} and (${filter.kind}::text is null or l.kind = ${filter.kind})
       group by l.kind, l.row_id
      having count(*) filter (where l.label_id = any(${filter.labelIds}::bigint[])) >= ${needed}
         and (${filter.classId}::bigint is null or bool_or(l.class_id in (select id from branch)))
    )
    select found.*, (count(*) over ())::int as total from found
     order by at desc, kind, row_id limit ${page.limit} offset ${page.offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Of a link `l`: its person is there. */
export const LIVING_MEMBER = sql<boolean>`exists (select from member lm where lm.id = l.row_id and lm.deleted_at is null)`;
/** Of a link `l`: its group is there; the groups of a deleted organisation are not shown either. */
export const LIVING_GROUP = sql<boolean>`exists (select from content_group cg join organisation o on o.id = cg.org_id
    where cg.id = l.row_id and cg.deleted_at is null and o.deleted_at is null)`;

/** Of a link `l`: it is of one of these kinds, and its row is there. */
export function livingOf(kinds: readonly { kind: string; living: RawBuilder<boolean> }[]): RawBuilder<boolean> {
  const each = kinds.map(({ kind, living }) => sql<boolean>`(l.kind = ${kind} and ${living})`);
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` or `)})`;
}
