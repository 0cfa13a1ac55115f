import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { memberIn, PAYS } from './bills.ts';
import { isUnbilled } from './progress.ts';

/**
 * Who pays in a month, who of them has neither a standard nor a bill, and in how many branches: by the beginning of their
 * organisation's code, as the view 未设标准 counts them.
 * @param length signs of the code that name a place
 */
export async function countWithoutStandard(db: Db, scope: Scope, length: number, month: string) {
  const payers = sql`(select m.id, m.org_code from member m where ${PAYS} and ${memberIn(month)} and ${within(scope, 'm.org_code')}) p`;
  // Counted apart: as a condition of one count each person would be looked up by itself.
  const { rows } = await sql<{ place: string; people: number; none: number; branches: number }>`
    select left(org_code, ${length}::int) as place, sum(people)::int as people, sum(none)::int as none,
           count(*) filter (where none > 0)::int as branches
      from (select org_code, count(*) as people, 0 as none from ${payers} group by 1
            union all
            select org_code, 0, count(*) from ${payers} where ${isUnbilled(month)} group by 1) one
     group by 1`.execute(db);
  return rows;
}

/** Whether a person of the list of members pays in a month, as `countWithoutStandard` counts. */
export const paysIn = (month: string): RawBuilder<boolean> =>
  sql`member.id in (select m.id from member m where ${PAYS} and ${memberIn(month)})`;

/** The branches that `countWithoutStandard` counts, with how many pay in each and how many have no standard. */
export async function branchesWithoutStandard(db: Db, scope: Scope, month: string, limit: number, offset: number) {
  const payers = sql`(select m.id, m.org_id, m.org_code from member m where ${PAYS} and ${memberIn(month)} and ${within(scope, 'm.org_code')}) p`;
  const { rows } = await sql<{ id: string; name: string; people: number; none: number; total: number }>`
    select n.org_id::text as id, o.name, n.none, (select count(*)::int from ${payers} where p.org_id = n.org_id) as people,
           count(*) over ()::int as total
      from (select p.org_id, p.org_code, count(*)::int as none from ${payers} where ${isUnbilled(month)} group by 1, 2) n
      join organisation o on o.id = n.org_id order by n.org_code limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
