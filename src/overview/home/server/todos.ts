import type { Services } from '#platform/server/context.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { writeTodos } from './queries/todos.ts';

/**
 * Opens what the records ask party workers to do, brings open ones up to date and closes those that
 * are no longer true; one statement, whatever the number of organisations. Terms and vacant posts are
 * told to the organisation and to its superior, who reminds six, three and one month before the end of a
 * term (《关于党的基层组织任期的意见》 2018); the rest to the branch. The committees above are told how many there
 * are below them. The branch hears of single probations from their development files (module recruitment). What waits in a state of any module is asked for as well, where no act has done it. Answers how many were written and closed, beside those.
 */
export async function refreshTodos({
  db,
  modules,
}: Pick<Services, 'db' | 'modules'>): Promise<{ written: number; closed: number }> {
  return transact(db, async (tx) => {
    // It reads every member of the deployment; nobody waits for it.
    await allowSeconds(tx, 900);
    await syncWaitingTodos(tx, modules);
    return writeTodos(tx);
  });
}
