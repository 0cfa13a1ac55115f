import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Step } from '#publishing/news/rules.ts';

interface Period {
  year: number;
  /** Null: the whole year. */
  month: number | null;
}

/** Steps (`s`) within a period, in the deployment's zone. */
const during = ({ year, month }: Period): RawBuilder<boolean> => {
  const from = `${year}-${String(month ?? 1).padStart(2, '0')}-01`;
  return sql`(s.at >= (${from}::date::timestamp at time zone 'Asia/Shanghai')
    and s.at < ((${from}::date + ${month === null ? '1 year' : '1 month'}::interval) at time zone 'Asia/Shanghai'))`;
};
const FROM = sql`archive_step s join archive_article a on a.id = s.article_id and a.deleted_at is null`;
const FIGURES = sql`count(*) filter (where s.kind = 'sent')::int as sent, count(*) filter (where s.kind = 'adopted')::int as adopted,
  count(*) filter (where s.kind = 'returned')::int as returned,
  coalesce(sum(a.readers) filter (where s.kind = 'adopted'), 0)::int as readers`;

export interface StatisticsRecord {
  id: string;
  code: string;
  name: string;
  sent: number;
  adopted: number;
  returned: number;
  readers: number;
  hasBelow: boolean;
}

/** The organisations right below one, and itself, each with everything below it; itself alone. */
export async function pageOfStatistics(
  db: Db,
  scope: Scope,
  code: string,
  period: Period,
  limit: number,
  offset: number,
) {
  const deep = code.length + 4;
  const { rows } = await sql<StatisticsRecord & { total: number }>`
    with sums as (
      select left(a.org_code, ${deep}::int) as code, ${FIGURES}
        from ${FROM} where ${within(scope, 'a.org_code')} and starts_with(a.org_code, ${code}) and ${during(period)} group by 1)
    select o.id, o.code, case when o.code = ${code} then o.name || '（本级）' else o.name end as name,
           coalesce(s.sent, 0) as sent, coalesce(s.adopted, 0) as adopted, coalesce(s.returned, 0) as returned,
           coalesce(s.readers, 0) as readers, count(*) over ()::int as total,
           o.code <> ${code} and exists (select from organisation c where c.deleted_at is null and c.parent_id = o.id) as "hasBelow"
      from organisation o left join sums s on s.code = o.code
     where o.deleted_at is null and ${within(scope, 'o.code')} and starts_with(o.code, ${code}) and length(o.code) <= ${deep}::int
     order by o.code limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Each month of a year with its figures, of an organisation with everything below it. */
export async function monthsOf(db: Db, scope: Scope, code: string, year: number) {
  const { rows } = await sql<{ month: number; sent: number; adopted: number; returned: number }>`
    select extract(month from s.at at time zone 'Asia/Shanghai')::int as month, ${FIGURES}
      from ${FROM} where ${within(scope, 'a.org_code')} and starts_with(a.org_code, ${code}) and ${during({ year, month: null })}
     group by 1 order by 1`.execute(db);
  return rows;
}

/** A page of what one figure counts, the newest first. @param alone the organisation without those below it */
export async function pageOfCounted(
  db: Db,
  scope: Scope,
  of: { code: string; alone: boolean; step: Step } & Period,
  limit: number,
  offset: number,
) {
  const where = sql`${FROM} join organisation o on o.id = a.org_id where ${within(scope, 'a.org_code')} and s.kind = ${of.step}
    and ${of.alone ? sql`a.org_code = ${of.code}` : sql`starts_with(a.org_code, ${of.code})`} and ${during(of)}`;
  const [rows, total] = await Promise.all([
    sql<{ id: string; title: string; kind: string; orgName: string; at: Date; readers: number }>`
      select a.id, a.title, a.kind, o.name as "orgName", s.at, a.readers from ${where}
       order by s.at desc, a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}
