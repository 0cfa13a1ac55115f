import { type Insertable, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Organisation } from '../../../../../db/types.ts';

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

/** The id of the organisation that bears a code. */
export async function orgOfCode(db: Db, code: string): Promise<string | undefined> {
  return (await db.selectFrom('organisation').select('id').where('code', '=', code).executeTakeFirst())?.id;
}

/** Writes the root of the tree; answers its id. */
export async function insertRoot(db: Db, root: Insertable<Organisation>): Promise<string> {
  return (await db.insertInto('organisation').values(root).returning('id').executeTakeFirstOrThrow()).id;
}

/** Writes the account `admin` as administrator of an organisation; its password must be changed at the first sign-in. */
export async function insertAdministrator(
  db: Db,
  { loginIndex, passwordHash }: { loginIndex: Buffer; passwordHash: string },
  orgId: string,
): Promise<void> {
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
  await db
    .insertInto('account_role')
    .values({ account_id: account.id, role_id: ROLE.administrator, org_id: orgId })
    .execute();
}
