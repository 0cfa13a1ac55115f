import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface SheetOrg {
  id: string;
  name: string;
  orgCode: string;
  parentName: string;
  /** The name as `plainOrgName` makes it. */
  plain: string;
}

/** `plainOrgName` of `rules.ts`, in SQL. */
const PLAIN = sql`regexp_replace(regexp_replace(o.name, '\\s', '', 'g'), '^(中国共产党|中共)', '')`;

/** The living organisations of the scope with these plain names; `lock`: they stay, and their rows are counted one after another. */
export async function orgsNamed(db: Db, scope: Scope, plain: readonly string[], lock: boolean): Promise<SheetOrg[]> {
  const { rows } = await sql<SheetOrg>`
    select o.id, o.name, o.code as "orgCode", coalesce(p.name, '') as "parentName", ${PLAIN} as plain
      from organisation o left join organisation p on p.id = o.parent_id
     where ${PLAIN} = any(${plain}::text[]) and o.deleted_at is null and ${within(scope, 'o.code')}
     order by o.code ${lock ? sql`for no key update of o` : sql``}`.execute(db);
  return rows;
}
