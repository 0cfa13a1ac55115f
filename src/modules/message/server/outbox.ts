import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/db.ts';
import { insertNotice, type NewNotice } from './queries.ts';

const AT_ONCE = 100;

/**
 * Makes notices of the outbox rows of topic `notice`, which lower modules write with their own change; each becomes
 * one notice, since the row goes in the same transaction, whoever delivers and whatever dies meanwhile.
 */
export async function deliverNotices(services: Services): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await transact(services.db, async (tx) => {
      const { rows } = await sql<{ payload: NewNotice }>`
        delete from outbox where id in (
          select id from outbox where topic = 'notice' order by id limit ${AT_ONCE} for update skip locked
        ) returning payload`.execute(tx);
      for (const { payload } of rows) await insertNotice(tx, payload);
      return rows.length;
    });
  }
}
