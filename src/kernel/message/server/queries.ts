import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db, OrNone } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todosOf } from './queries/todo.ts';

const ZONE = sql.lit('Asia/Shanghai');

/** What the list of notices asks for; null leaves a filter out. Days are `YYYY-MM-DD`, both included. */
export interface NoticeFilter {
  id: string | null;
  type: string | null;
  handled: boolean | null;
  from: string | null;
  to: string | null;
  limit: number;
  offset: number;
}

export interface NoticeRecord {
  id: string;
  type: string;
  title: string;
  remark: string;
  jump_url: string;
  created_at: Date;
  created_by: string;
  org_name: string;
  is_handle: boolean;
  is_read: boolean;
}

/** One account's notices, newest first; `open` counts all that are not handled, whatever the filter. */
export async function listNotices(db: Db, accountId: string, filter: NoticeFilter) {
  const { rows } = await sql<OrNone<NoticeRecord> & { total: number; open: number }>`
    with mine as materialized (
      select n.id, n.type, n.title, n.remark, n.jump_url, n.created_at, n.created_by, n.org_id, r.is_handle, r.is_read
        from notice_recipient r join notice n on n.id = r.notice_id
       where r.account_id = ${accountId} and r.deleted_at is null
    ), found as (
      select * from mine
       where (${filter.id}::bigint is null or id = ${filter.id})
         and (${filter.type}::text is null or type = ${filter.type})
         and (${filter.handled}::boolean is null or is_handle = ${filter.handled})
         and (${filter.from}::date is null or created_at >= ${filter.from}::date::timestamp at time zone ${ZONE})
         and (${filter.to}::date is null or created_at < (${filter.to}::date + 1)::timestamp at time zone ${ZONE})
    )
    select (select count(*)::int from found) as total, (select count(*)::int from mine where not is_handle) as open, page.*
      from (values (1)) as one
      left join (
        select found.*, o.name as org_name
          from found join organisation o on o.id = found.org_id
         order by found.created_at desc, found.id desc
         limit ${filter.limit} offset ${filter.offset}
      ) as page on true
     order by page.created_at desc, page.id desc`.execute(db);
  // Beyond the last page one row comes all the same, with the counts alone.
  return { total: rows[0]?.total ?? 0, open: rows[0]?.open ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** How many of these notices an account has in its list. */
export async function countOwned(db: Db, accountId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notice_recipient
    where account_id = ${accountId} and deleted_at is null and notice_id = any(${ids}::bigint[])`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Notices that an account deleted, the newest deletion first; `id`: this one alone, locked. */
export async function deletedNotices(db: Db, accountId: string, filter: RecycleFilter, id: string | null = null) {
  const where = sql`r.account_id = ${accountId} and r.deleted_at is not null
    and (${id}::bigint is null or r.notice_id = ${id})
    and (${filter.name}::text is null or ${textHolds(sql`n.title`, filter.name)})
    and ${deletedBetween('r.deleted_at', filter.from, filter.to)}`;
  const [page, count] = await Promise.all([
    sql<Recycled>`
      select n.id, n.title as name, o.name as "orgName", o.code as "orgCode", r.deleted_at as "deletedAt",
             a.name as "deletedBy", '' as reason
        from notice_recipient r join notice n on n.id = r.notice_id join organisation o on o.id = n.org_id
        join account a on a.id = r.account_id
       where ${where} order by r.deleted_at desc, n.id desc limit ${filter.limit} offset ${filter.offset}
       ${id === null ? sql`` : sql`for update of r`}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from notice_recipient r join notice n on n.id = r.notice_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** Notices not handled yet and open to-dos that are not put off. */
export async function countUnread(db: Db, session: Session): Promise<{ notices: number; todos: number }> {
  const { rows } = await sql<{ notices: number; todos: number }>`/* prepared */
    select (select count(*)::int from notice_recipient
             where account_id = ${session.accountId} and deleted_at is null and not is_handle) as notices,
           (select count(*)::int from todo t where ${todosOf(session, 'open')}) as todos`.execute(db);
  return rows[0] ?? { notices: 0, todos: 0 };
}
