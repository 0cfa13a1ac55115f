import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';
import { KEEP_DAYS } from '#publishing/news/rules.ts';
import { OUTLIVED } from './article.ts';

/** Counts anew the links of shown texts to texts of this site that nobody is shown any more. */
export const countDeadLinks = (db: Db) =>
  sql`
    with found as (
      select a.id, count(distinct m.target) filter (where t.shown_number is null)::smallint as n
        from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
       cross join lateral (
         select coalesce(hit[1], hit[2]) as target
           from regexp_matches(v.content, '/(?:newsInformation/(?:article|video)|archive/announcement)/view/([0-9]{1,18})|/p/([0-9a-f]{32})', 'g') as hit
       ) as m
        left join archive_article t on t.deleted_at is null
         and case when length(m.target) = 32 then t.token = m.target else t.id::text = m.target end
       where a.deleted_at is null and (v.content like '%/view/%' or v.content like '%/p/%') group by a.id)
    update archive_article a set dead_links = coalesce(f.n, 0)
      from archive_article old left join found f on f.id = old.id
     where a.id = old.id and a.deleted_at is null and a.dead_links <> coalesce(f.n, 0)`.execute(db);

export interface Outlived {
  orgId: string;
  orgCode: string;
  n: number;
}

/** How many texts of each organisation may have outlived themselves, where this month's to-do was not opened yet. */
export async function outlivedByOrg(db: Db, subject: string, limit: number): Promise<Outlived[]> {
  const { rows } = await sql<Outlived>`
    select a.org_id as "orgId", a.org_code as "orgCode", count(*)::int as n
      from archive_article a join organisation o on o.id = a.org_id and o.deleted_at is null
     where a.deleted_at is null and a.kind <> 'notice' and ${OUTLIVED}
       and not exists (select from todo d where d.org_id = a.org_id and d.subject = ${subject})
     group by 1, 2 order by 2 limit ${limit}`.execute(db);
  return rows;
}

/** The month of today, `YYYYMM`. */
export async function month(db: Db): Promise<string> {
  const { rows } = await sql<{ month: string }>`select to_char(${dbToday}, 'YYYYMM') as month`.execute(db);
  return rows[0]?.month ?? '';
}

/** Keeps a locked text for a while; renewed, it is shown until a later day, which no approval is asked for. */
export const keep = (db: Db, id: string, until: string | null) =>
  until === null
    ? sql`update archive_article set kept_until = ${dbToday} + ${KEEP_DAYS}::int where id = ${id}`.execute(db)
    : sql`with day as (
            update archive_version v set shown_until = ${until} from archive_article a
             where a.id = ${id} and v.article_id = a.id and v.number = a.shown_number)
          update archive_article set shown_until = ${until}, kept_until = ${until} where id = ${id}`.execute(db);

/** Ends the to-dos of organisations at which nothing is left to be looked at. */
export const closeCleanups = (db: Db, orgIds: readonly string[]) =>
  todosClosed(sql`todo.org_id = any(${orgIds}::bigint[]) and todo.subject like 'archiveCleanup:%'
    and not exists (select from archive_article a where a.org_id = todo.org_id and a.deleted_at is null and a.kind <> 'notice'
                      and ${OUTLIVED})`).execute(db);
