import { sql } from 'kysely';
import { clearAllTries, setPassword } from '#kernel/session/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';

/** Tries at secret answers that an account, and an address, has in an hour. */
export const TRIES_AN_HOUR = 5;

/** Where an account stands, for the log: the highest of its places. */
const orgCode = sql<string | null>`(select min(o.code) from account_role g join organisation o on o.id = g.org_id
             where g.account_id = a.id and g.revoked_at is null)`.as('org_code');

/** What a new password is compared with. */
export const readAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('account as a')
    .leftJoin('member as m', 'm.id', 'a.member_id')
    .select(['a.name', 'a.login_index', 'a.login_mask', 'm.id as member_id', 'm.id_card_enc', 'm.pinyin'])
    .select(orgCode)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();

/** Writes the new hash; the account is free of compulsion and of all its locks. */
export async function writePassword(db: Db, accountId: string, loginIndex: Buffer, hash: string): Promise<void> {
  await setPassword(db, accountId, hash);
  await clearAllTries(db, loginIndex);
}

/** An account's secret questions; undefined where it has none. */
export const readQuestions = (db: Db, accountId: string) =>
  db
    .selectFrom('secret_question')
    .select(['questions', 'answers_hash', 'updated_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Sets or replaces an account's questions. */
export const writeQuestions = (db: Db, accountId: string, questions: number[], hash: string) =>
  sql`insert into secret_question as q (account_id, questions, answers_hash)
      values (${accountId}, ${questions}, ${hash})
      on conflict (account_id) do update
        set questions = excluded.questions, answers_hash = excluded.answers_hash, updated_at = now()`.execute(db);

/** The account that a person without a session names, and where it stands, for the log. */
export interface NamedAccount {
  id: string;
  enabled: boolean;
  login_mask: string;
  org_code: string | null;
  questions: number[] | null;
  answers_hash: string | null;
}

/** By the keyed hash of the login name; undefined where nobody has it. */
export async function findAccount(db: Db, loginIndex: Buffer): Promise<NamedAccount | undefined> {
  const { rows } = await sql<NamedAccount>`
    select a.id, a.enabled, a.login_mask, q.questions, q.answers_hash,
           ${orgCode}
      from account a left join secret_question q on q.account_id = a.id
     where a.login_index = ${loginIndex}`.execute(db);
  return rows[0];
}

/**
 * Takes one of the five tries of the last hour; false where none is left. One statement, so that
 * of parallel tries exactly five are let through.
 */
export async function consumeTry(db: Db, who: Buffer): Promise<boolean> {
  const recent = sql`array(select at from unnest(t.tried) at where at > now() - interval '1 hour')`;
  const { rows } = await sql`
    insert into safe_try as t (who, tried) values (${who}, array[now()])
    on conflict (who) do update set tried = ${recent} || now() where cardinality(${recent}) < ${TRIES_AN_HOUR}
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Gives the last try back: it was a right one. */
export const refundTry = (db: Db, who: Buffer) =>
  sql`update safe_try set tried = trim_array(tried, 1) where who = ${who} and cardinality(tried) > 0`.execute(db);

/** What a proof is good for: a new password without the old one; other questions after the password, or after the answers too. */
export type Purpose = 'retrieve' | 'password' | 'questions';

/** Keeps a proof for ten minutes. */
export const insertProof = (db: Db, proofHash: Buffer, accountId: string, purpose: Purpose) =>
  db
    .insertInto('safe_proof')
    .values({
      proof_hash: proofHash,
      account_id: accountId,
      purpose,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();

/** Whose proof it is, with the password's hash now; undefined where it is used up, over, or meant for something else. */
export const findProof = (db: Db, proofHash: Buffer, purposes: readonly Purpose[]) =>
  db
    .selectFrom('safe_proof as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.account_id', 'a.password_hash'])
    .where('proof_hash', '=', proofHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a proof up; of parallel users one gets it. */
export const consumeProof = (db: Db, proofHash: Buffer, purposes: readonly Purpose[]) =>
  db
    .deleteFrom('safe_proof')
    .where('proof_hash', '=', proofHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst();

/** All that an account has begun in the safe centre is over. */
export const dropProofs = (db: Db, accountId: string) =>
  db.deleteFrom('safe_proof').where('account_id', '=', accountId).execute();

/** Destroys what an account could prove itself by. */
export async function eraseProofs(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('secret_question').where('account_id', '=', accountId).execute();
  await dropProofs(db, accountId);
}

/** Deletes proofs that are over and counters that count nothing any more. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`
    with p as (delete from safe_proof where expires_at <= now())
    delete from safe_try where not exists (select from unnest(tried) at where at > now() - interval '1 hour')`.execute(
    db,
  );
}
