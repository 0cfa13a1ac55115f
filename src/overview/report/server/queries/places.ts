import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Place } from '../kit.ts';

/** The organisations directly below one of the scope, in the order of the tree; `opens`: something lies below it. */
export async function childrenOf(db: Db, scope: Scope, parentId: string): Promise<(Place & { opens: boolean })[]> {
  const { rows } = await sql<Place & { opens: boolean }>`/* prepared */
    select o.id::text as id, o.code, o.name,
           exists (select from organisation c where c.parent_id = o.id and c.deleted_at is null) as opens
      from organisation o
     where o.parent_id = ${parentId} and o.deleted_at is null and ${within(scope, 'o.code')} order by o.sort, o.id`.execute(
    db,
  );
  return rows;
}
