import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** An organisation as a line of a sheet names it. */
export interface NamedOrg {
  id: string;
  name: string;
  code: string;
  /** Empty: it has none above. */
  parentName: string;
  /** The name as `plainOrgName` makes it. */
  plain: string;
}

/** `plainOrgName` of `people/org/rules.ts`, in SQL. */
const PLAIN = sql`regexp_replace(regexp_replace(o.name, '\\s', '', 'g'), '^(中国共产党|中共)', '')`;

/** The living organisations of the scope with these plain names; `lock`: they stay, and what belongs to them is written one after another. */
export async function orgsNamed(db: Db, scope: Scope, plain: readonly string[], lock: boolean): Promise<NamedOrg[]> {
  if (plain.length === 0) return [];
  const { rows } = await sql<NamedOrg>`
    select o.id, o.name, o.code, coalesce(p.name, '') as "parentName", ${PLAIN} as plain
      from organisation o left join organisation p on p.id = o.parent_id
     where ${PLAIN} = any(${plain}::text[]) and o.deleted_at is null and ${within(scope, 'o.code')}
     order by o.code ${lock ? sql`for no key update of o` : sql``}`.execute(db);
  return rows;
}
