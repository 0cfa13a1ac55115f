import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** What the confirmed months of a branch's people come to; scores in hundredths. */
export interface BranchRecord {
  orgId: string;
  orgName: string;
  people: number;
  mean: number;
  spread: number;
  least: number;
  most: number;
}

/** Branches of a scope with the means of their people in a year, in tree order. */
export async function listBranchMeans(db: Db, scope: Scope, year: number): Promise<BranchRecord[]> {
  const { rows } = await sql<BranchRecord>`
    with person as (
      select a.org_id, a.member_id, avg(a.total) as mean from assess_month a
       where a.year = ${year} and a.state = 2 and ${within(scope, 'a.org_code')} group by a.org_id, a.member_id)
    select o.id as "orgId", o.name as "orgName", count(*)::int as people, round(avg(p.mean))::int as mean,
           round(coalesce(stddev_pop(p.mean), 0))::int as spread, round(min(p.mean))::int as least, round(max(p.mean))::int as most
      from person p join organisation o on o.id = p.org_id and o.deleted_at is null group by o.id order by o.code limit 5000`.execute(
    db,
  );
  return rows;
}
