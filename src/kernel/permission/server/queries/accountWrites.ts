import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Account } from '../../../../../db/types.ts';

/** Stops an account, or lets it be used again. */
export const setEnabled = (db: Db, id: string, to: { enabled: boolean; by: string; reason: string | null }) =>
  sql`update account
         set enabled = ${to.enabled}, disabled_at = ${to.enabled ? null : sql`now()`},
             disabled_by = ${to.enabled ? null : to.by}, disable_reason = ${to.reason},
             version = version + 1, updated_at = now(), updated_by = ${to.by}
       where id = ${id}`.execute(db);

/** Lets the account of a member be used again that was stopped in the transaction of this moment. */
export async function enableByMember(
  db: Db,
  memberId: string,
  by: string,
  stoppedAt: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    update account
       set enabled = true, disabled_at = null, disabled_by = null, disable_reason = null,
           version = version + 1, updated_at = now(), updated_by = ${by}
     where member_id = ${memberId} and not enabled and disabled_at = ${stoppedAt}::timestamptz
    returning id, name`.execute(db);
  return rows[0];
}

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

/** Gives an account another login name; one that is taken throws 23505. */
export const setLogin = (db: Db, id: string, loginIndex: Buffer, loginMask: string, by: string) =>
  sql`update account set login_index = ${loginIndex}, login_mask = ${loginMask},
             version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** What belongs to an account and to nobody else. */
const BELONGINGS = [
  'account_openid',
  'secret_question',
  'account_totp',
  'recovery_code',
  'safe_proof',
  'user_group_member',
] as const;

/** Takes name, login, phone, password, roles and all ways in out of an account for good; no organisation keeps it. */
export async function eraseAccount(db: Db, id: string, by: { id: string; name: string }): Promise<void> {
  await sql`
    update account
       set enabled = false, name = '已彻底删除', login_index = decode(md5(gen_random_uuid()::text), 'hex'), login_mask = '',
           password_hash = null, phone_enc = null, phone_mask = null, gender = null, org_id = null,
           disabled_at = coalesce(disabled_at, now()), version = version + 1, updated_at = now(), updated_by = ${by.name}
     where id = ${id}`.execute(db);
  await sql`
    update account_role set revoked_at = now(), revoked_by = ${by.name}, revoked_by_id = ${by.id},
           revoke_reason = '人员已彻底删除'
     where account_id = ${id} and revoked_at is null`.execute(db);
  for (const table of BELONGINGS) await db.deleteFrom(table).where('account_id', '=', id).execute();
}

/** A password that must be changed at the next sign-in. */
export const setTemporary = (db: Db, id: string, hash: string) =>
  sql`update account set password_hash = ${hash}, must_change_password = true, version = version + 1, updated_at = now()
       where id = ${id}`.execute(db);

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

/** The id of the next account: its phone is encrypted for it before the row is there. */
export async function nextAccountId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval(pg_get_serial_sequence('account', 'id'))::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a new account; a login name that is taken throws 23505. */
export const insertAccount = (db: Db, row: Insertable<Account>) => db.insertInto('account').values(row).execute();

/** Changes columns of an account; answers its new version. */
export async function updateAccount(
  db: Db,
  id: string,
  columns: Pick<
    Updateable<Account>,
    'name' | 'gender' | 'phone_enc' | 'phone_mask' | 'phone_confirmed_at' | 'user_type_id'
  >,
  by: string,
): Promise<number> {
  const row = await db
    .updateTable('account')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** A user type that was not deleted, and is not until the transaction ends. */
export async function typeName(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from user_type where id = ${id} and deleted_at is null for key share`.execute(db);
  return rows[0]?.name;
}
