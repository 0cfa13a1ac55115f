import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/db.ts';
import { insertNotice, takeNotices } from './queries.ts';

const AT_ONCE = 100;

/**
 * Makes notices of the outbox rows of topic `notice`, which lower modules write with their own change; each becomes
 * one notice, since the row goes in the same transaction, whoever delivers and whatever dies meanwhile.
 */
export async function deliverNotices(services: Services): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await transact(services.db, async (tx) => {
      const waiting = await takeNotices(tx, AT_ONCE);
      for (const notice of waiting) await insertNotice(tx, notice);
      return waiting.length;
    });
  }
}
