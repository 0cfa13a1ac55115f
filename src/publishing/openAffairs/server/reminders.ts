import type { Services } from '#platform/server/context.ts';
import { allowSeconds, todayOf, transact } from '#platform/server/database/db.ts';
import { writeDueTodos } from './queries/reminders.ts';
import { duePeriods } from './service/catalogue.ts';

/**
 * Opens what organisations have to publish this month as one to-do each, brings open ones up to date and closes what is
 * done; the organisation above is told how many below it are late. One statement, whatever the number of organisations.
 */
export async function remindDue({ db }: Pick<Services, 'db'>): Promise<{ written: number; closed: number }> {
  return transact(db, async (tx) => {
    // It reads every organisation of the deployment; nobody waits for it.
    await allowSeconds(tx, 900);
    const month = (await todayOf(tx)).slice(0, 7);
    return writeDueTodos(tx, duePeriods(month));
  });
}
