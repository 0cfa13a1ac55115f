import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** An organisation of the scope. */
export async function findOrg(db: Db, scope: Scope, id: string): Promise<{ id: string; code: string } | undefined> {
  return db
    .selectFrom('organisation')
    .select(['id', 'code'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'code'))
    .executeTakeFirst();
}
