import type { Insertable } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Organisation } from '../../../../../db/types.ts';

/** The id of the organisation that bears a code. */
export async function orgOfCode(db: Db, code: string): Promise<string | undefined> {
  return (await db.selectFrom('organisation').select('id').where('code', '=', code).executeTakeFirst())?.id;
}

/** Writes the root of the tree; answers its id. */
export async function insertRoot(db: Db, root: Insertable<Organisation>): Promise<string> {
  return (await db.insertInto('organisation').values(root).returning('id').executeTakeFirstOrThrow()).id;
}
