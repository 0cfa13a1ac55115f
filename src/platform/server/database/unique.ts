import type { Refusal } from '../errors.ts';
import { errorCode } from './db.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Writes; where somebody else took a value meanwhile that may stand once, the refusal is thrown in the database's place.
 * @param taken gets the name of the unique index
 */
export async function unlessTaken<T>(write: () => Promise<T>, taken: (index: string) => Refusal): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw taken(String((error as { constraint?: unknown }).constraint ?? ''));
  }
}
