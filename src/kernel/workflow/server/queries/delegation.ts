import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';

export interface DelegationRecord {
  id: string;
  from_account_id: string;
  to_account_id: string;
  from_name: string;
  to_name: string;
  role_name: string;
  org_name: string;
  org_id: string;
  until: string;
  reason: string;
  created_at: Date;
  is_active: boolean;
}

const ROWS = sql`
  select d.id, d.from_account_id, d.to_account_id, f.name as from_name, t.name as to_name, r.name as role_name,
         o.name as org_name, o.id as org_id, d.until, d.reason, d.created_at,
         d.ended_at is null and d.until >= ${dbToday} and exists (select from usable_grant u where u.id = d.grant_id)
           as is_active
    from workflow_delegation d
    join account f on f.id = d.from_account_id
    join account t on t.id = d.to_account_id
    join account_role g on g.id = d.grant_id
    join role r on r.id = g.role_id
    join organisation o on o.id = g.org_id`;

/** What an account has given and what was given to it, newest first. */
export async function listDelegations(db: Db, accountId: string, limit: number, offset: number) {
  const where = sql`where d.from_account_id = ${accountId} or d.to_account_id = ${accountId}`;
  const [page, count] = await Promise.all([
    sql<DelegationRecord>`${ROWS} ${where} order by d.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from workflow_delegation d ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** The delegation of an office that is in force, kept for this transaction. */
export async function activeOf(db: Db, grantId: string): Promise<DelegationRecord | undefined> {
  await sql`select from account_role where id = ${grantId} for update`.execute(db);
  const { rows } = await sql<DelegationRecord>`
    ${ROWS} where d.grant_id = ${grantId} and d.ended_at is null and d.until >= ${dbToday} limit 1`.execute(db);
  return rows[0];
}

/** Days from today to a day; negative: it is over. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${day}::date - ${dbToday} as n`.execute(db);
  return rows[0]?.n ?? -1;
}

/** Adds a delegation; answers its id. */
export async function insertDelegation(
  db: Db,
  delegation: { from: string; grantId: string; to: string; reason: string; until: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_delegation (from_account_id, grant_id, to_account_id, reason, until)
    values (${delegation.from}, ${delegation.grantId}, ${delegation.to}, ${delegation.reason}, ${delegation.until})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Ends a delegation of an account's own; answers it, or nothing where there is none. */
export async function endDelegation(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ to_account_id: string; to_name: string; ended: boolean } | undefined> {
  const { rows } = await sql<{ to_account_id: string; to_name: string; ended: boolean }>`
    select d.to_account_id, t.name as to_name, d.ended_at is not null or d.until < ${dbToday} as ended
      from workflow_delegation d join account t on t.id = d.to_account_id
     where d.id = ${id} and d.from_account_id = ${accountId} for update of d`.execute(db);
  const row = rows[0];
  if (row && !row.ended) await sql`update workflow_delegation set ended_at = now() where id = ${id}`.execute(db);
  return row;
}
