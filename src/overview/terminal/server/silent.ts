import { ROLE } from '#kernel/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { expiredInsertTodos, silentWanted } from './queries/silent.ts';

/**
 * Puts screens that are silent in their opening hours before whoever keeps them: after an hour the nearest organisation with a worker,
 * after a day the one above it. One to-do an organisation, however many screens; it closes when all are there again.
 */
export const remindSilent = ({ db }: Services): Promise<void> =>
  transact(db, async (tx) => {
    await reconcileTodos(tx, {
      roleId: ROLE.worker,
      module: '智慧终端',
      act: '查看',
      wanted: silentWanted(),
      kept: ['boxSilent', 'boxSilentLong'],
    });
    await expiredInsertTodos(tx);
  });
