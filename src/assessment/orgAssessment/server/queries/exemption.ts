import { sql } from 'kysely';
import { type ExemptionRecord, exemptionQueries } from '#assessment/memberAssessment/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface OrgExemptionRecord extends ExemptionRecord {
  planId: string;
  planName: string;
  planState: number;
}

/** 免考 of organisations, each in one plan. */
export const orgExemptions = exemptionQueries<OrgExemptionRecord>({
  table: 'integral_exemption',
  columns: sql`e.plan_id as "planId", p.name as "planName", p.state as "planState", coalesce(i.name, '全部项目') as "itemName"`,
  joins: sql`join integral_plan p on p.id = e.plan_id left join integral_item i on i.id = e.item_id`,
  named: sql`o.name`,
});

/** An organisation within the scope that a plan assesses, and its item where one is named; undefined: it does not. */
export async function isAssessed(db: Db, scope: Scope, planId: string, orgId: string, itemId: string | null) {
  const { rows } = await sql<{ orgCode: string; orgName: string; itemName: string | null }>`
    select t.org_code as "orgCode", o.name as "orgName",
           (select i.name from integral_item i where i.id = ${itemId}::bigint and i.plan_id = t.plan_id) as "itemName"
      from integral_target t join organisation o on o.id = t.org_id
     where t.plan_id = ${planId} and t.org_id = ${orgId} and ${within(scope, 't.org_code')}`.execute(db);
  return rows[0];
}
