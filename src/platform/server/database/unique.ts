import type { Refusal } from '../errors.ts';
import { errorCode } from './db.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Runs a write. Where it breaks a unique index, throws the given refusal instead of the database's error.
 * @param taken gets the name of the index
 */
export async function writeUnique<T>(write: () => Promise<T>, taken: (index: string) => Refusal): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw taken(String((error as { constraint?: unknown }).constraint ?? ''));
  }
}
