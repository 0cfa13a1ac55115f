import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Any number, the same in every process. */
const FIRST_START_LOCK = 7_010_002;

/** Lets one process at a time make the first account. */
export async function lockFirstStart(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(db);
}

/** Whether anybody has an account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Writes the account `admin`, whose password must be changed at the first sign-in; answers its id. */
export async function insertAdministrator(
  db: Db,
  { loginIndex, passwordHash }: { loginIndex: Buffer; passwordHash: string },
): Promise<string> {
  const account = await db
    .insertInto('account')
    .values({
      login_index: loginIndex,
      login_mask: 'admin',
      name: '系统管理员',
      password_hash: passwordHash,
      must_change_password: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return account.id;
}
