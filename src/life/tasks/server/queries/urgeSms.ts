import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { layOut, takenOut } from '#platform/server/inbox/outbox.ts';

const TOPIC = 'officeUrge';

/**
 * Lays a message for each of some accounts into the outbox, where its owner has confirmed a number.
 * @param host of the site that the message is sent for
 * @returns how many were laid
 */
export async function queueMessages(
  db: Db,
  accountIds: readonly string[],
  host: string,
  text: string,
): Promise<number> {
  return layOut(
    db,
    TOPIC,
    sql`select jsonb_build_object('accountId', id::text, 'host', ${host}::text, 'text', ${text}::text) from account
         where id = any(${accountIds}::bigint[]) and enabled and phone_enc is not null and phone_confirmed_at is not null`,
  );
}

/** A message that waits; `phone` is encrypted, and null where the account is gone or closed. */
export interface Waiting {
  accountId: string;
  host: string;
  text: string;
  phone: Buffer | null;
}

/** Takes one message; taken it is gone, so that a crash loses it and never sends it twice. */
export async function dequeueMessage(db: Db): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    with taken as (
      ${takenOut(TOPIC, 1)})
    select t.payload->>'accountId' as "accountId", t.payload->>'host' as host, t.payload->>'text' as text, a.phone_enc as phone
      from taken t left join account a on a.id = (t.payload->>'accountId')::bigint and a.enabled`.execute(db);
  return rows[0];
}
