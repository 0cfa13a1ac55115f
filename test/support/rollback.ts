import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';

/**
 * The database with every transaction rolled back after its work has answered: calls run
 * wholly, their effects do not stay. For tests that try thousands of calls on one fixture.
 */
export function rollingBack(db: Kysely<Database>): Kysely<Database> {
  const undo = new Error('rolled back');
  const execute = async <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> => {
    let result: { value: T } | null = null;
    await db
      .transaction()
      .execute(async (tx) => {
        result = { value: await work(tx) };
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    if (result === null) throw new Error('the work did not answer');
    return (result as { value: T }).value;
  };
  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
