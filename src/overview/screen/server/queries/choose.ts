import { sql } from 'kysely';
import { nameMatches } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface ChosenOrgRecord {
  id: string;
  orgCode: string;
  name: string;
  parentName: string;
}

/** Organisations of some sorts within a scope, in the order of the tree. @param keyWord a part of the name, pinyin or initials */
export async function pageOfOrgs(
  db: Db,
  scope: Scope,
  types: readonly number[],
  keyWord: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: ChosenOrgRecord[]; total: number }> {
  const where = sql`o.deleted_at is null and ${within(scope, 'o.code')} and o.type = any(${[...types]}::smallint[])
    and ${keyWord === null ? sql`true` : nameMatches(keyWord)}`;
  const [{ rows }, count] = await Promise.all([
    sql<ChosenOrgRecord>`
      select o.id, o.code as "orgCode", o.name, coalesce(p.name, '') as "parentName"
        from organisation o left join organisation p on p.id = o.parent_id and ${within(scope, 'p.code')}
       where ${where} order by o.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from organisation o where ${where}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.n ?? 0 };
}
