import { sql } from 'kysely';
import { ROLE } from '#modules/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/counters.ts';
import { type Db, transact } from '#platform/server/db.ts';
import { nameGrams, textPinyin } from '#platform/server/nameSearch.ts';
import { hashPassword, makePassword } from '#platform/server/passwords.ts';
import { loginIndex } from './loginName.ts';

/** Any number, the same in every process. */
const FIRST_START_LOCK = 7_010_002;
/** The administrator renames it. */
const ROOT = { code: '0001', name: '中共委员会', type: 10 };
/**
 * Where nobody can sign in yet: makes the root organisation if it is missing and the account
 * `admin`, whose password must be changed at the first sign-in. Answers that password, once;
 * null when there are accounts already.
 */
export async function ensureAdministrator(services: Services): Promise<string | null> {
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return transact(services.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx);
    if (await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()) return null;
    const root = await ensureRoot(tx);
    const account = await tx
      .insertInto('account')
      .values({
        login_index: loginIndex(services.vault, 'admin'),
        login_mask: 'admin',
        name: '系统管理员',
        password_hash: passwordHash,
        must_change_password: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('account_role')
      .values({ account_id: account.id, role_id: ROLE.administrator, org_id: root })
      .execute();
    return password;
  });
}

async function ensureRoot(tx: Db): Promise<string> {
  const there = await tx.selectFrom('organisation').select('id').where('code', '=', ROOT.code).executeTakeFirst();
  if (there) return there.id;
  const { full, initials } = textPinyin(ROOT.name);
  const made = await tx
    .insertInto('organisation')
    .values({ ...ROOT, name_grams: nameGrams(ROOT.name), pinyin: full, initials })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addDeltas(tx, [{ orgCode: ROOT.code, fact: 'org', value: String(ROOT.type), n: 1 }]);
  return made.id;
}
