import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
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

/** Gives an account another login name; one that is taken throws 23505. */
export const setLogin = (db: Db, id: string, loginIndex: Buffer, loginMask: string, by: string) =>
  sql`update account set login_index = ${loginIndex}, login_mask = ${loginMask},
             version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** What belongs to an account and to nobody else. */
const BELONGINGS = ['account_openid', 'account_totp', 'recovery_code'] as const;

/** Takes name, login, phone, password and all ways in out of an account for good; no organisation keeps it. */
export async function eraseAccount(db: Db, id: string, by: string): Promise<void> {
  await sql`
    update account
       set enabled = false, name = '已彻底删除', login_index = decode(md5(gen_random_uuid()::text), 'hex'), login_mask = '',
           password_hash = null, phone_enc = null, phone_mask = null, gender = null, org_id = null,
           disabled_at = coalesce(disabled_at, now()), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id}`.execute(db);
  for (const table of BELONGINGS) await db.deleteFrom(table).where('account_id', '=', id).execute();
}

/** A password that must be changed at the next sign-in. */
export const setTemporary = (db: Db, id: string, hash: string) =>
  sql`update account set password_hash = ${hash}, must_change_password = true, version = version + 1, updated_at = now()
       where id = ${id}`.execute(db);

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

/** Writes the new password of its owner's; the account is free of compulsion. */
export const setPassword = (db: Db, id: string, hash: string) =>
  db
    .updateTable('account')
    .set((eb) => ({ password_hash: hash, must_change_password: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The account of a person is kept by another organisation, where the first one kept it. */
export const moveKeeper = (db: Db, memberId: string, fromOrgId: string, toOrgId: string, by: string) =>
  sql`update account set org_id = ${toOrgId}, updated_at = now(), updated_by = ${by}
       where member_id = ${memberId} and org_id = ${fromOrgId}`.execute(db);

/** A part of a statement that lets accounts be kept which nobody keeps yet. @param by a source of `account_id, org_id` */
export const nowKept = (by: RawBuilder<unknown>) =>
  sql`update account a set org_id = keeper.org_id from ${by} as keeper where a.id = keeper.account_id and a.org_id is null`;
