import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** The login name of a person's account. */
export const loginOfMember = (db: Db, memberId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'login_index', 'login_mask'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();

/** Whether an account has this login name. */
export const hasLogin = async (db: Db, loginIndex: Buffer) =>
  (await db.selectFrom('account').select('id').where('login_index', '=', loginIndex).executeTakeFirst()) !== undefined;

/** Takes an account's roles back for good, and its places in groups. */
export async function eraseRoles(db: Db, id: string, by: { id: string; name: string }): Promise<void> {
  await sql`
    update account_role set revoked_at = now(), revoked_by = ${by.name}, revoked_by_id = ${by.id},
           revoke_reason = '人员已彻底删除'
     where account_id = ${id} and revoked_at is null`.execute(db);
  await db.deleteFrom('user_group_member').where('account_id', '=', id).execute();
}

/** A person as an account needs it. */
export interface MemberRow {
  id: string;
  name: string;
  org_id: string;
  org_code: string;
  org_name: string;
  id_card_enc: Buffer | null;
  id_card_mask: string | null;
  phone_enc: Buffer | null;
  gender: number;
}

/** A person that was not deleted; whether the caller may know it is for the caller to judge by `org_code`. */
export async function memberOf(db: Db, id: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.name, m.org_id, m.org_code, o.name as org_name, m.id_card_enc, m.id_card_mask, m.phone_enc, m.gender
      from member m join organisation o on o.id = m.org_id
     where m.id = ${id} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** The person with an id card, wherever it stands. */
export const memberByIdCard = (db: Db, index: Buffer) =>
  db
    .selectFrom('member')
    .select(['id', 'name', 'org_code'])
    .where('id_card_index', '=', index)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The account that has a login name or belongs to a member already. */
export async function holderOf(db: Db, loginIndex: Buffer, memberId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from account where login_index = ${loginIndex} or member_id = ${memberId} limit 1`.execute(db);
  return rows[0]?.id;
}

/** Whether an account is in use; until the transaction ends nobody else stops it. */
export async function lockEnabled(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ enabled: boolean }>`select enabled from account where id = ${id} for update`.execute(db);
  return rows[0]?.enabled === true;
}

/** A user type that was not deleted, and is not until the transaction ends. */
export async function typeName(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from user_type where id = ${id} and deleted_at is null for key share`.execute(db);
  return rows[0]?.name;
}
