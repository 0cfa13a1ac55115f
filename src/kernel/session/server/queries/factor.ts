import { sql } from 'kysely';
import type { SiteSettings } from '#kernel/session/contract.site.ts';
import { ADMINISTRATORS } from '#kernel/session/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { AtDoor } from './open.ts';

/** Whether the site demands a second factor of whoever begins in this role. */
export const factorRequired = (setting: SiteSettings['secondFactor'], roleId: number, base: string): boolean =>
  (setting === 'workers' && base === 'subtree') || (setting !== 'optional' && ADMINISTRATORS.has(roleId));

/**
 * A sign-in that waits for its second factor, for five minutes. False where the password is no longer the one with which
 * the account came to the door; a change at the same time is waited for.
 */
export async function insertChallenge(
  db: Db,
  hash: Buffer,
  account: Pick<AtDoor, 'id' | 'password_hash'>,
  way: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into login_challenge (challenge_hash, account_id, way, expires_at)
    select ${hash}, id, ${way}, now() + interval '5 minutes' from account
     where id = ${account.id} and password_hash is not distinct from ${account.password_hash}
       for share
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Whether an account has a confirmed second factor. */
export async function hasFactor(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_totp')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** An account's second factor, with the database's clock in epoch seconds. */
export interface FactorRow {
  secret_enc: Buffer;
  confirmed_at: Date | null;
  seconds: number;
}

export async function readFactor(db: Db, accountId: string): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`
    select secret_enc, confirmed_at, extract(epoch from clock_timestamp())::float8 as seconds
      from account_totp where account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Keeps a new secret until it is confirmed; false where a confirmed one is there. */
export async function writeSecret(db: Db, accountId: string, secretEnc: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into account_totp (account_id, secret_enc) values (${accountId}, ${secretEnc})
    on conflict (account_id) do update set secret_enc = excluded.secret_enc, last_step = 0, created_at = now()
     where account_totp.confirmed_at is null
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Takes a step of the clock for one code: false where it, or a later one, was taken before. */
export async function takeStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update account_totp set last_step = ${step} where account_id = ${accountId} and last_step < ${step}
    returning 1`.execute(db);
  return rows.length === 1;
}

/** From now on the factor is asked for; whoever had to set it up may go on. */
export async function confirmFactor(db: Db, accountId: string): Promise<void> {
  await sql`update account_totp set confirmed_at = now() where account_id = ${accountId}`.execute(db);
  await sql`update session set must_enrol = false where account_id = ${accountId} and must_enrol`.execute(db);
}

/** Forgets the factor with its recovery codes. */
export async function deleteFactor(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db.deleteFrom('account_totp').where('account_id', '=', accountId).execute();
}

/** Replaces the recovery codes. */
export async function writeRecoveryCodes(db: Db, accountId: string, macs: string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(macs.map((code_mac) => ({ account_id: accountId, code_mac })))
    .execute();
}

/** Uses a recovery code up; of parallel users one wins. */
export async function spendRecoveryCode(db: Db, accountId: string, mac: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_code set used_at = now()
     where account_id = ${accountId} and code_mac = ${mac} and used_at is null returning 1`.execute(db);
  return rows.length === 1;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recovery_code where account_id = ${accountId} and used_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The sign-in behind a challenge that is good now. */
export const readChallenge = (db: Db, hash: Buffer) =>
  db
    .selectFrom('login_challenge')
    .select(['account_id', 'way'])
    .where('challenge_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a challenge up; of parallel users one wins. */
export async function spendChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from login_challenge where challenge_hash = ${hash} and expires_at > now() returning 1`.execute(db);
  return rows.length === 1;
}
