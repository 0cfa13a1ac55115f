import type { Services } from '#platform/server/context.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { monthAndToday } from './queries/bills.ts';
import { writeDuesTodos } from './queries/todos.ts';

/**
 * Opens what the books ask party workers to do, brings open ones up to date and closes those that are no longer true, in
 * one statement: last month's dues not handed up (to the branch and to all committees above it), members who have not paid
 * for three ended months in a row (to the branch: 提醒谈话) and for six (to the branch and the committees above, article 13),
 * and standards of yearly pay that are not of this month, of irregular income not of this quarter (articles 3 and 4).
 * Answers how many were written and closed.
 */
export async function refreshDuesTodos({ db }: Pick<Services, 'db'>): Promise<{ written: number; closed: number }> {
  return transact(db, async (tx) => {
    // It reads the open bills of the whole deployment; nobody waits for it.
    await allowSeconds(tx, 900);
    const { current } = await monthAndToday(tx);
    return writeDuesTodos(tx, current);
  });
}
