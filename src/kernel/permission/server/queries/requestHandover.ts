import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/**
 * What a request that waits has to do with an organisation: the office asked for is one of it, it asked, or it decides.
 * The first that holds counts.
 */
export type Part = 'office' | 'asking' | 'deciding';

const partOf = (orgId: RawBuilder<unknown>) => sql`case when q.org_id = ${orgId} then 'office'
  when q.requested_org_id = ${orgId} then 'asking' else 'deciding' end`;

/** How many requests that wait have this to do with each of some organisations. */
export async function requestsWaiting(db: Db, orgIds: readonly string[], part: Part): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select one.id, count(*)::int as n from unnest(${orgIds}::bigint[]) as one (id)
      join account_request q on one.id in (q.org_id, q.requested_org_id, q.decider_org_id) and q.state = 'pending'
     where ${partOf(sql`one.id`)} = ${part} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface HeldRequest {
  id: string;
  name: string;
  orgName: string;
  state: string;
  requestedBy: string;
  askingOrgId: string;
  askingOrgName: string;
  deciderName: string;
}

/** Requests that wait and have this to do with an organisation, or some by their ids, kept until the transaction ends. */
export async function lockRequests(
  db: Db,
  orgId: string,
  part: Part,
  ids: readonly string[] | null,
): Promise<HeldRequest[]> {
  const which = ids
    ? sql`q.id = any(${ids}::bigint[])`
    : sql`q.state = 'pending' and ${orgId}::bigint in (q.org_id, q.requested_org_id, q.decider_org_id)
          and ${partOf(sql`${orgId}::bigint`)} = ${part}`;
  const { rows } = await sql<HeldRequest>`
    select q.id, m.name, o.name as "orgName", q.state, q.requested_by as "requestedBy",
           q.requested_org_id as "askingOrgId", asking.name as "askingOrgName",
           coalesce(decider.name, '') as "deciderName"
      from account_request q
      join member m on m.id = q.member_id
      join organisation o on o.id = q.org_id
      join organisation asking on asking.id = q.requested_org_id
      left join organisation decider on decider.id = q.decider_org_id
     where ${which}
     order by q.id for update of q`.execute(db);
  return rows;
}

/** Writes who asks and who decides from now on. */
export const setDecision = (db: Db, id: string, askingOrgId: string, deciderOrgId: string) =>
  sql`update account_request set requested_org_id = ${askingOrgId}, decider_org_id = ${deciderOrgId}
       where id = ${id}`.execute(db);

/** A request that was returned waits again. */
export const reopenRequest = (db: Db, id: string) =>
  sql`update account_request set state = 'pending', decided_by = null, decided_by_name = null, decided_at = null, decision = ''
       where id = ${id} and state = 'returned'`.execute(db);
