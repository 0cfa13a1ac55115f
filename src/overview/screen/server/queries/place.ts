import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface WallOrg {
  id: string;
  code: string;
  name: string;
  type: number;
  /** Empty where the organisation above lies outside the scope. */
  above: string;
  foundedOn: string | null;
}

/** The organisation of an id, a code, or both, where it lies in the scope and was not deleted. */
export async function findWallOrg(
  db: Db,
  scope: Scope,
  { id, code }: { id: string | null; code: string | null },
): Promise<WallOrg | undefined> {
  const { rows } = await sql<WallOrg>`
    select o.id, o.code, o.name, o.type, coalesce(p.name, '') as above, o.founded_on as "foundedOn"
      from organisation o left join organisation p on p.id = o.parent_id and ${within(scope, 'p.code')}
     where (${id}::bigint is null or o.id = ${id}::bigint) and (${code}::text is null or o.code = ${code}::text)
       and ${within(scope, 'o.code')} and o.deleted_at is null`.execute(db);
  return rows[0];
}

export interface BelowRecord {
  id: string;
  code: string;
  /** The short one where there is one, as a chart has room for it. */
  name: string;
  /** As lists call it. */
  fullName: string;
  isLeaf: boolean;
}

/** The organisations directly below one, in the order of the tree, at most `limit`. */
export async function orgsBelow(db: Db, scope: Scope, parentId: string, limit: number): Promise<BelowRecord[]> {
  const { rows } = await sql<BelowRecord>`
    select o.id, o.code, coalesce(nullif(o.short_name, ''), o.name) as name, o.name as "fullName", o.child_count = 0 as "isLeaf"
      from organisation o
     where o.parent_id = ${parentId} and o.deleted_at is null and ${within(scope, 'o.code')}
     order by o.sort, o.id limit ${limit}`.execute(db);
  return rows;
}
