import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Keeps what a picture shows, for two minutes. */
export async function saveAnswer(db: Db, idHash: Buffer, answerMac: string): Promise<void> {
  await sql`
    insert into captcha (id_hash, answer_mac, expires_at) values (${idHash}, ${answerMac}, now() + interval '2 minutes')`.execute(
    db,
  );
}

/** Takes the answer of a picture, which is gone then; undefined where there is none or it is too old. */
export async function consumeAnswer(db: Db, idHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ answer_mac: string }>`
    delete from captcha where id_hash = ${idHash} and expires_at > now() returning answer_mac`.execute(db);
  return rows[0]?.answer_mac;
}
