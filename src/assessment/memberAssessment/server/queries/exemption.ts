import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type ExemptionRecord, exemptionQueries } from './exemptions.ts';

export interface PersonExemptionRecord extends ExemptionRecord {
  memberId: string;
  memberName: string;
}

/** 免考 of people; who stands apart in the ranks follows by a trigger. */
export const personExemptions = exemptionQueries<PersonExemptionRecord>({
  table: 'assess_exemption',
  columns: sql`e.member_id as "memberId", m.name as "memberName", coalesce(p.year || '年' || i.name, '全部项目') as "itemName"`,
  joins: sql`join member m on m.id = e.member_id left join assess_item i on i.id = e.item_id left join assess_plan p on p.id = i.plan_id`,
  named: sql`m.name`,
});

/** A year of these whose result is shown to the people of a branch right now; null: none. */
export async function yearOnShow(db: Db, orgId: string, first: number, last: number): Promise<number | null> {
  const { rows } = await sql<{ year: number }>`
    select year from assess_result where org_id = ${orgId} and state = 1 and year between ${first} and ${last} order by year limit 1`.execute(
    db,
  );
  return rows[0]?.year ?? null;
}

/** What was scored of a person in the months of an item's plan, by month: to be totalled anew without the item, or with it. */
export async function scoredCells(db: Db, memberId: string, itemId: string) {
  const { rows } = await sql<{
    monthId: string;
    year: number;
    month: number;
    state: 0 | 1 | 2 | 3;
    total: number;
    itemId: string;
    score: number;
    most: number;
  }>`
    select a.id as "monthId", a.year, a.month, a.state, a.total, c.item_id as "itemId", c.score, i.most
      from assess_month a join assess_cell c on c.month_id = a.id join assess_item i on i.id = c.item_id
     where a.member_id = ${memberId} and a.plan_id = (select plan_id from assess_item where id = ${itemId})
     order by a.id, i.sort, i.id for update of a`.execute(db);
  return rows;
}

export const setTotal = (db: Db, monthId: string, total: number) =>
  sql`update assess_month set total = ${total}, version = version + 1, updated_at = now() where id = ${monthId}`.execute(
    db,
  );
