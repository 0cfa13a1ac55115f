import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import { MOST_URGED } from '#kernel/message/contract.urge.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** A worker of some late organisations. */
export interface Worker {
  accountId: string;
  name: string;
  orgs: { id: string; name: string }[];
  /** Was reminded of the same within the hours that must pass. */
  recently: boolean;
  /** When that was. */
  urgedAt: Date | null;
}

/** Whoever works at these organisations, each once with all of theirs. */
export async function workersAt(db: Db, code: string, orgIds: readonly string[]): Promise<Worker[]> {
  const { rows } = await sql<Worker>`
    select g.account_id as "accountId", g.account_name as name,
           jsonb_agg(distinct jsonb_build_object('id', g.org_id::text, 'name', g.org_name)) as orgs,
           last.at as "urgedAt", ${isUrged(sql`last.at`)} as recently
      from usable_grant g
      left join lateral (
        select max(m.sent_at) as at from org_message m join notice_recipient r on r.notice_id = m.notice_id
         where m.subject = ${code} and r.account_id = g.account_id and ${isUrged(sql`m.sent_at`)}) last on true
     where g.org_id = any(${orgIds}::bigint[]) and g.role_id = ${ROLE.worker}
     group by g.account_id, g.account_name, last.at
     order by min(g.org_code), g.account_id`.execute(db);
  return rows;
}

/** Names of organisations by id. */
export async function orgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation where id = any(${ids}::bigint[]) order by code`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** One press after the other for the same matter, so that nobody is reminded twice. */
export const lockUrge = (db: Db, code: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`urge:${code}`}, 0))`.execute(db);

/** Notes which organisations notices are about, and what is late there. */
export const noteOrgMessages = (
  db: Db,
  subject: string,
  late: readonly { noticeId: string; orgId: string; detail: string }[],
) =>
  sql`
  insert into org_message (notice_id, org_id, subject, detail)
  select notice_id, org_id, ${subject}, detail
    from unnest(${late.map(({ noticeId }) => noticeId)}::bigint[], ${late.map(({ orgId }) => orgId)}::bigint[],
                ${late.map(({ detail }) => detail)}::text[]) as one (notice_id, org_id, detail)`.execute(db);

export interface OrgMessageRecord {
  id: string;
  org_id: string;
  org_name: string;
  subject: string;
  title: string;
  detail: string;
  sent_at: Date;
  from_org: string;
  created_by: string;
  receivers: number;
  readers: number;
}

/** What organisations of the scope were told, the newest first. */
export async function listOrgMessages(
  db: Db,
  scope: Scope,
  filter: { orgId: string | null; code: string | null; limit: number; offset: number },
): Promise<{ rows: OrgMessageRecord[]; total: number }> {
  const where = sql`${within(scope, 'o.code')} and (${filter.orgId}::bigint is null or m.org_id = ${filter.orgId})
    and (${filter.code}::text is null or m.subject = ${filter.code})`;
  const [list, total] = await Promise.all([
    sql<OrgMessageRecord>`
      select m.notice_id as id, m.org_id, o.name as org_name, m.subject, n.title, m.detail, m.sent_at,
             f.name as from_org, n.created_by, seen.receivers, seen.readers
        from org_message m
        join organisation o on o.id = m.org_id
        join notice n on n.id = m.notice_id
        join organisation f on f.id = n.org_id
        cross join lateral (
          select count(*)::int as receivers, count(*) filter (where r.is_read)::int as readers
            from notice_recipient r where r.notice_id = m.notice_id) as seen
       where ${where} order by m.sent_at desc, m.notice_id desc, m.org_id
       limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from org_message m join organisation o on o.id = m.org_id where ${where}`.execute(db),
  ]);
  return { rows: list.rows, total: total.rows[0]?.n ?? 0 };
}

export interface Receiver {
  account_id: string;
  name: string;
  is_read: boolean;
  is_handle: boolean;
  handled_at: Date | null;
}

/** Who received what an organisation of the scope was told; null where it was told no such thing. */
export async function receiversOf(db: Db, scope: Scope, id: string, orgId: string): Promise<Receiver[] | null> {
  const { rows } = await sql<Receiver & { account_id: string | null }>`
    select r.account_id, a.name, r.is_read, r.is_handle, r.handled_at
      from org_message m join organisation o on o.id = m.org_id
      left join notice_recipient r on r.notice_id = m.notice_id
      left join account a on a.id = r.account_id
     where m.notice_id = ${id} and m.org_id = ${orgId} and ${within(scope, 'o.code')}
     order by a.name, r.id limit ${MOST_URGED}`.execute(db);
  return rows.length === 0 ? null : rows.filter((row) => row.account_id !== null);
}

/** Whether an organisation stands in the scope. */
export async function isOrgInScope(db: Db, scope: Scope, orgId: string): Promise<boolean> {
  const { rows } = await sql`
    select from organisation where id = ${orgId} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows.length > 0;
}
