import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface ClassRecord {
  id: string;
  parent_id: string | null;
  name: string;
  pinyin: string;
  initials: string;
  description: string;
  sort: number;
  uses: number;
  version: number;
}

/** Every class, siblings in their order; counts rows of the scope. `living`: of a link aliased `l`. */
export async function listClasses(db: Db, scope: Scope, living: RawBuilder<boolean>): Promise<ClassRecord[]> {
  const { rows } = await sql<ClassRecord>`
    select c.id, c.parent_id, c.name, c.pinyin, c.initials, c.description, c.sort, c.version,
           (select count(*)::int from content_class_link l
             where l.class_id = c.id and ${within(scope, 'l.org_code')} and ${living}) as uses
      from content_class c where c.deleted_at is null order by c.parent_id nulls first, c.sort, c.id`.execute(db);
  return rows;
}

/** Lets one transaction at a time change the tree, so that no two moves make a ring. */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content_class.tree'))`.execute(db);
}

export interface ClassFields {
  parentId: string | null;
  name: string;
  pinyin: string;
  initials: string;
  description: string;
}

/** Adds a class behind its siblings; answers its id. */
export async function insertClass(db: Db, fields: ClassFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into content_class (parent_id, name, pinyin, initials, description, created_by, updated_by, sort)
    values (${fields.parentId}, ${fields.name}, ${fields.pinyin}, ${fields.initials}, ${fields.description}, ${by}, ${by},
            (select coalesce(max(sort), 0) + 1 from content_class where parent_id is not distinct from ${fields.parentId}))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a class; answers its new version. */
export async function updateClass(db: Db, id: string, fields: ClassFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update content_class
       set parent_id = ${fields.parentId}, name = ${fields.name}, pinyin = ${fields.pinyin},
           initials = ${fields.initials}, description = ${fields.description}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Numbers classes from 1 in the order given. */
export async function numberClasses(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update content_class c set sort = place.n
      from unnest(${ids}::bigint[]) with ordinality as place (id, n)
     where c.id = place.id and c.sort <> place.n`.execute(db);
}

/** Takes a class out. */
export async function deleteClass(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update content_class set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );
}

/** Waits for whoever is giving the class to a row, and keeps it from others until the transaction ends. */
export async function lockClass(db: Db, id: string): Promise<void> {
  await sql`select from content_class where id = ${id} for update`.execute(db);
}

/** Whether a living row anywhere stands in the class. `living`: of a link aliased `l`. */
export async function isUsed(db: Db, living: RawBuilder<boolean>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from content_class_link l where l.class_id = ${id} and ${living} limit 1`.execute(db);
  return rows.length > 0;
}

/** What a deleted class was; the one above it only where that is there. */
export async function deletedClass(db: Db, id: string): Promise<{ name: string; parentId: string | null }> {
  const { rows } = await sql<{ name: string; parentId: string | null }>`
    select c.name, p.id as "parentId" from content_class c
      left join content_class p on p.id = c.parent_id and p.deleted_at is null where c.id = ${id}`.execute(db);
  return rows[0] ?? { name: '', parentId: null };
}

/** Puts a deleted class back behind the others below `parentId`. */
export async function restoreClass(db: Db, id: string, parentId: string | null, by: string): Promise<void> {
  await sql`
    update content_class
       set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1, updated_at = now(),
           updated_by = ${by}, parent_id = ${parentId},
           sort = (select coalesce(max(sort), 0) + 1 from content_class where parent_id is not distinct from ${parentId})
     where id = ${id}`.execute(db);
}

/** Removes a deleted class for good. */
export async function eraseClass(db: Db, id: string): Promise<void> {
  await sql`delete from content_class_link where class_id = ${id}`.execute(db);
  await sql`update content_class set parent_id = null where parent_id = ${id}`.execute(db);
  await sql`delete from content_class where id = ${id} and deleted_at is not null`.execute(db);
}
