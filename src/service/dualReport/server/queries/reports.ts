import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { expectedMembers } from './coverage.ts';

export interface ReportedRecord {
  id: string;
  name: string;
  branchName: string;
  communityName: string;
  quarter: string;
  decidedOn: string | null;
}

/** The expected members of a scope who have reported, with the community in which they live, in the order of the tree. */
export async function pageOfReported(db: Db, scope: Scope, limit: number, offset: number) {
  const from = sql`(${expectedMembers(scope)}) e join sbd_report r on r.member_id = e.id and r.status = 1`;
  const [page, total] = await Promise.all([
    sql<ReportedRecord>`
      select r.id::text as id, e.name, h.name as "branchName", c.name as "communityName", r.quarter, r.decided_on as "decidedOn"
        from ${from} join organisation h on h.id = e.org_id join organisation c on c.id = r.org_id
       order by e.org_code, e.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** All expected members of a scope, with the community where each has reported, in the order of the tree. */
export async function pageOfExpected(db: Db, scope: Scope, limit: number, offset: number) {
  const from = sql`(${expectedMembers(scope)}) e`;
  const [page, total] = await Promise.all([
    sql<{
      id: string;
      name: string;
      branchName: string;
      communityName: string | null;
      quarter: string | null;
      decidedOn: string | null;
    }>`
      select e.id::text as id, e.name, h.name as "branchName", c.name as "communityName", r.quarter, r.decided_on as "decidedOn"
        from ${from} join organisation h on h.id = e.org_id
        left join lateral (select r.* from sbd_report r where r.member_id = e.id and r.status = 1 limit 1) r on true
        left join organisation c on c.id = r.org_id
       order by e.org_code, e.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
