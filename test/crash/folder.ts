import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { scratchCopy, scratchFolder } from '../support/scratch.ts';
import { prepare } from './prepare.ts';

/** A folder of the test's own whose database is made and whose administrator has the password of `prepare.ts`. */
export async function preparedFolder(prefix: string): Promise<string> {
  const prepared = inject('prepared');
  if (existsSync(join(prepared, 'pg'))) return scratchCopy(prepared, prefix);
  // Where the database's user cannot enter the folder it lies elsewhere (place.ts).
  const folder = scratchFolder(prefix);
  await prepare(folder);
  return folder;
}
