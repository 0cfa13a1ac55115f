import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { filesExpired } from '#platform/server/files/files.ts';

/** What a restoration needs of a locked, deleted organisation. */
export async function deletedOrg(db: Db, id: string) {
  return db
    .selectFrom('organisation')
    .select(['code', 'name', 'type', 'parent_id as parentId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function isLiving(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from organisation where id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Puts an organisation back below its locked superior and counts it there. */
export async function restoreOrg(db: Db, org: { id: string; parentId: string }, by: string): Promise<void> {
  await sql`
    update organisation set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${org.id}`.execute(db);
  await sql`update organisation set child_count = child_count + 1 where id = ${org.parentId}`.execute(db);
}

/** How much is in the bin that can only be restored while the organisation can. */
export async function inBinOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from member where org_id = ${id} and deleted_at is not null and erased_at is null)
          + (select count(*) from unit where org_id = ${id} and deleted_at is not null and erased_at is null)
          + (select count(*) from organisation where parent_id = ${id} and deleted_at is not null and erased_at is null))::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Destroys contacts, texts and who led; code and name stay for the log, and the code is never handed out again. */
export async function eraseOrg(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update organisation set contact = '', contact_phone = '', address = '', introduction = '', lng = null, lat = null,
           erased_at = now(), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
  await sql`delete from org_history where org_id = ${id}`.execute(db);
  await sql`update org_post set name = '', member_id = null where org_id = ${id}`.execute(db);
  await sql`update org_term set remark = '', erased_at = now() where org_id = ${id}`.execute(db);
}

/** Destroys the words and the plan of a deleted draft of a change; its files go with the next clearing. */
export async function eraseChange(db: Db, id: string): Promise<void> {
  await sql`update org_change set reason = '', plan = '{}', erased_at = now(), version = version + 1 where id = ${id}`.execute(
    db,
  );
  await filesExpired(sql`kind = 'org.change' and row_id = ${id}`).execute(db);
}
