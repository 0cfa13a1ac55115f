import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface EnteringRecord {
  id: string;
  member_id: string;
  name: string;
  org_name: string;
  join_type: string;
  joined_on: string;
  from_org: string | null;
  state: '0' | '1' | '2';
  created_by: string;
  created_at: Date;
  auditor: string | null;
  may_audit: boolean;
}

/** Who reviews: an account that stands above the person's branch, is not that person and did not register it. */
export interface Reviewer {
  accountId: string;
  memberId: string | null;
  orgCode: string;
  may: boolean;
}

/** Registered entries of the people of a scope; those that wait for the reviewer first, then the latest. */
export async function listEntering(
  db: Db,
  scope: Scope,
  by: Reviewer,
  filter: { name: string | null; state: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: EnteringRecord[]; total: number; toDecide: number }> {
  const mayAudit = sql`(${by.may} and r.fields ->> 'state' = '0' and length(m.org_code) > length(${by.orgCode})
    and r.created_by_id is distinct from ${by.accountId}::bigint and m.id is distinct from ${by.memberId}::bigint)`;
  const named = filter.name
    ? sql`m.name_grams @> ${queryGrams(filter.name)}::text[] and ${textHolds(sql`m.name`, filter.name)}`
    : sql`true`;
  const from = sql`sub_record r join member m on m.id = r.member_id join organisation o on o.id = m.org_id
    where r.kind = 'entering' and r.deleted_at is null and m.deleted_at is null and ${peopleWithin(scope, 'm')}`;
  const where = sql`${named} and (${filter.state}::text is null or r.fields ->> 'state' = ${filter.state})`;
  const [page, counts] = await Promise.all([
    sql<EnteringRecord>`
      select r.id, m.id as member_id, m.name, o.name as org_name, r.fields ->> 'joinType' as join_type,
        r.fields ->> 'joinedOn' as joined_on, r.fields ->> 'fromOrg' as from_org, r.fields ->> 'state' as state,
        r.created_by, r.created_at, r.fields ->> 'auditor' as auditor, ${mayAudit} as may_audit
      from ${from} and ${where} order by ${mayAudit} desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number; to_decide: number }>`
      select count(*) filter (where ${where})::int as total, count(*) filter (where ${mayAudit})::int as to_decide
      from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: counts.rows[0]?.total ?? 0, toDecide: counts.rows[0]?.to_decide ?? 0 };
}

/** Entries of a person that wait for a review. */
export async function waitingEntriesOf(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sub_record
     where member_id = ${memberId} and kind = 'entering' and deleted_at is null and fields ->> 'state' = '0'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The branch of a person who is held. */
export async function homeOf(db: Db, memberId: string): Promise<string> {
  const row = await db.selectFrom('member').select('org_id').where('id', '=', memberId).executeTakeFirstOrThrow();
  return row.org_id;
}
