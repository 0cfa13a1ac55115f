import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { takeNotices } from './queries.ts';

const AT_ONCE = 100;

/**
 * Sends the notices that a version until 0.18 laid into the outbox, before an upgrade or beside it. Each becomes one notice,
 * since the row goes in the same transaction, whoever delivers and whatever dies meanwhile.
 */
export async function deliverNotices(services: Services): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await transact(services.db, async (tx) => {
      const waiting = await takeNotices(tx, AT_ONCE);
      await sendNotices(tx, waiting);
      return waiting.length;
    });
  }
}
