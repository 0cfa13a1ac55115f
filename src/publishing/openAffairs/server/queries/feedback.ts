import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface FeedbackRecord {
  id: string;
  affairId: string;
  /** Null: a resident who did not sign in. */
  accountId: string | null;
  name: string;
  phoneMask: string | null;
  inPublic: boolean;
  content: string;
  createdAt: Date;
  reply: string;
  repliedBy: string;
  repliedAt: Date | null;
  version: number;
}

const COLUMNS = sql`f.id, f.affair_id as "affairId", f.account_id as "accountId", f.name, f.content,
  f.phone_mask as "phoneMask", f.in_public as "inPublic", f.created_at as "createdAt", f.reply, f.replied_by as "repliedBy", f.replied_at as "repliedAt", f.version`;
/** More would be no list that anybody reads. */
const MOST = 500;

/** What was said about an affair, the newest first. @param accountId what this account said alone; null: all */
export async function listFeedback(db: Db, affairId: string, accountId: string | null): Promise<FeedbackRecord[]> {
  const { rows } = await sql<FeedbackRecord>`
    select ${COLUMNS} from open_feedback f
     where f.affair_id = ${affairId} and (${accountId}::bigint is null or f.account_id = ${accountId})
     order by f.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** Adds an opinion; answers its id. */
export async function insertFeedback(
  db: Db,
  feedback: { affairId: string; accountId: string; name: string; content: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into open_feedback (affair_id, account_id, name, content)
    values (${feedback.affairId}, ${feedback.accountId}, ${feedback.name}, ${feedback.content}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/**
 * Adds what a resident said; nothing where the same stands there already.
 * @param encrypt encrypts the phone for the row's id
 */
export async function insertResident(
  db: Db,
  feedback: { affairId: string; name: string; content: string; digest: Buffer; phoneMask: string | null },
  encrypt: (id: string) => Buffer | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('open_feedback', 'id'))::text as id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`
    insert into open_feedback (id, affair_id, name, content, digest, phone_mask, phone_enc)
    values (${id}, ${feedback.affairId}, ${feedback.name}, ${feedback.content}, ${feedback.digest}, ${feedback.phoneMask}, ${encrypt(id)})
    on conflict (affair_id, digest) where digest is not null do nothing`.execute(db);
}

/** What residents said and was answered in public, the newest first. */
export async function listPublicFeedback(db: Db, affairId: string) {
  const { rows } = await sql<Pick<FeedbackRecord, 'content' | 'createdAt' | 'reply' | 'repliedAt'>>`
    select f.content, f.created_at as "createdAt", f.reply, f.replied_at as "repliedAt" from open_feedback f
     where f.affair_id = ${affairId} and f.in_public and f.replied_at is not null
     order by f.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** One opinion of the scope, kept for this transaction, with the affair's title. */
export async function lockFeedback(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<
    FeedbackRecord & { title: string; orgId: string; orgCode: string; isRead: boolean; phoneEnc: Buffer | null }
  >`
    select ${COLUMNS}, f.phone_enc as "phoneEnc", a.title, a.org_id as "orgId", o.code as "orgCode", a.shown_number is not null as "isRead"
      from open_feedback f
      join open_affair a on a.id = f.affair_id and a.deleted_at is null
      join organisation o on o.id = a.org_id and o.deleted_at is null
     where f.id = ${id} and ${within(scope, 'o.code')} for update of f`.execute(db);
  return rows[0];
}

/** Writes the answer; tells the new version, and whether anything of the affair still waits for one. */
export async function writeReply(db: Db, id: string, reply: string, inPublic: boolean, by: string) {
  await sql`update open_feedback set reply = ${reply}, in_public = ${inPublic}, replied_by = ${by}, replied_at = now(), version = version + 1
             where id = ${id}`.execute(db);
  const { rows } = await sql<{ version: number; waiting: boolean }>`
    select f.version, exists (select from open_feedback other
                               where other.affair_id = f.affair_id and other.replied_at is null) as waiting
      from open_feedback f where f.id = ${id}`.execute(db);
  return rows[0] ?? { version: 0, waiting: false };
}
