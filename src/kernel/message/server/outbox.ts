import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { type NewNotice, sendNotices } from '#platform/server/inbox/notices.ts';
import { takenOut } from '#platform/server/inbox/outbox.ts';

const AT_ONCE = 100;

/**
 * Sends the notices that a version until 0.18 laid into the outbox, before an upgrade or beside it. Each becomes one notice,
 * since the row goes in the same transaction, whoever delivers and whatever dies meanwhile.
 */
export async function deliverNotices(services: Services): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await transact(services.db, async (tx) => {
      const { rows } = await takenOut('notice', AT_ONCE).execute(tx);
      await sendNotices(
        tx,
        rows.map(({ payload }) => payload as NewNotice),
      );
      return rows.length;
    });
  }
}
