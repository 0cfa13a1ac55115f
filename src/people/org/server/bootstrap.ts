import { insertFirstRole } from '#kernel/permission/server/index.ts';
import { hasAccounts, insertAdministrator, lockFirstStart } from '#kernel/session/server/index.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { hashPassword, makePassword } from '#platform/server/secrecy/passwords.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { insertRoot, orgOfCode } from './queries/root.ts';

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
    await lockFirstStart(tx);
    if (await hasAccounts(tx)) return null;
    const root = await ensureRoot(tx);
    const login = { loginIndex: loginIndex(services.vault, 'admin'), passwordHash };
    await insertFirstRole(tx, await insertAdministrator(tx, login), root);
    return password;
  });
}

async function ensureRoot(tx: Db): Promise<string> {
  const there = await orgOfCode(tx, ROOT.code);
  if (there) return there;
  const { full, initials } = textPinyin(ROOT.name);
  const made = await insertRoot(tx, { ...ROOT, name_grams: nameGrams(ROOT.name), pinyin: full, initials });
  await addDeltas(tx, [{ orgCode: ROOT.code, fact: 'org', value: String(ROOT.type), n: 1 }]);
  return made;
}
