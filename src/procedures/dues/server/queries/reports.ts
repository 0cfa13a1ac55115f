import { sql } from 'kysely';
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
