import { sql } from 'kysely';
import { eraseFromPosts } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { filesExpired } from '#platform/server/files/files.ts';
import type { MemberRecord } from './record.ts';

/** The whole row of a locked person. */
export async function deletedRow(db: Db, id: string): Promise<MemberRecord> {
  return db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** An organisation that is not deleted, kept so until the transaction ends. */
export async function lockLivingOrg(db: Db, id: string): Promise<{ code: string } | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from organisation where id = ${id} and deleted_at is null for share`.execute(db);
  return rows[0];
}

/** Puts a person back into the branch; answers when the deletion was, as the database writes it. */
export async function restoreMember(db: Db, id: string, orgCode: string, by: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    with was as (select deleted_at from member where id = ${id})
    update member set deleted_at = null, deleted_by = null, delete_reason = null, org_code = ${orgCode},
           version = version + 1, updated_at = now(), updated_by = ${by}
      from was where id = ${id} returning was.deleted_at::text as at`.execute(db);
  return rows[0]?.at ?? '';
}

/** Destroys everything personal in a deleted row, in its imported lines and in the posts that name it. */
export async function eraseRow(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update member set
           name = '已彻底删除', name_grams = '{}', pinyin = '', initials = '', id_card_enc = null, id_card_mask = null,
           id_card_index = null, id_card_birth = null, id_card_gender = null, gender = 0, birth_date = null, nation = '', education = null, degree = null,
           occupation = null, native_place = '', residence = '', work_unit = '', position = '', party_post = '',
           phone_enc = null, phone_mask = null, phone_index = null, applied_on = null, admission_date = null,
           conversion_date = null, join_type = null, joined_branch_on = null, remark = '', photo = null, completeness = 0,
           erased_at = now(), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
  await sql`update import_row set cells_enc = '\\x', errors = '[]', undo_enc = null where member_id = ${id}`.execute(
    db,
  );
  // The bytes go with the next cleaning, within the hour.
  await filesExpired(sql`kind = 'member.photo' and row_id = ${id}`, { erased: true }).execute(db);
  // A bulk change of somebody who is no more is not undone.
  await sql`update member_bulk_row set before = '{}', changes = '{}' where member_id = ${id}`.execute(db);
  await sql`delete from member_history where member_id = ${id}`.execute(db);
  // What a merge has kept of both; it cannot be undone any more.
  await sql`
    update member_merge set kept_before = '{}', dropped_before = '{}'
     where ${id} in (kept_id, dropped_id)`.execute(db);
  await eraseFromPosts(db, id);
}
