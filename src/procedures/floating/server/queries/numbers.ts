import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { BelowRow, FlowPlace } from '#procedures/floating/contract.numbers.ts';
import type { Side } from '#procedures/floating/contract.ts';
import type { ReportCell } from '#procedures/floating/rules.report.ts';
import { countFloats, countsOf, ON_RECORD } from './list.ts';

/** The organisations directly below one, or itself where nothing is, each with the numbers of its whole subtree. */
export async function pageBelow(db: Db, scope: Scope, code: string, limit: number, offset: number) {
  const below = sql`
    select o.id, o.code, o.name, o.sort, o.parent_id from organisation o
     where ${within(scope, 'o.code')} and o.deleted_at is null and o.parent_id = (select id from organisation where code = ${code})`;
  const shown = sql`
    ${below} union all
    select o.id, o.code, o.name, o.sort, o.parent_id from organisation o
     where o.code = ${code} and ${within(scope, 'o.code')} and not exists (${below})`;
  const [page, total] = await Promise.all([
    sql<BelowRow>`
      select o.id::text as id, o.name,
             not exists (select from organisation c where c.parent_id = o.id and c.deleted_at is null) as "isLeaf",
             n.out, n.in, n.waiting, n.lost, n.history, n.overdue
        from (select * from (${shown}) s order by sort, id limit ${limit} offset ${offset}) o
       cross join lateral (${countsOf((column) => sql<boolean>`(${sql.ref(column)} >= o.code and ${sql.ref(column)} < o.code || ':')`)}) n
       order by o.sort, o.id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${shown}) s`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Who is away, or here, now: how many of each province, reason and trade. */
export async function reportCells(db: Db, scope: Scope, side: Side): Promise<ReportCell[]> {
  const from =
    side === 'out'
      ? sql`select case when f.range = 3 then 'abroad' else coalesce(left(f.region_code, 2), '') end as region, f.reason, f.trade
              from mobile_outflow f
             where ${within(scope, 'f.org_code')} and ${ON_RECORD} and f.status in (2, 3)`
      : sql`select coalesce(left(i.region_code, 2), '') as region, i.reason, i.trade from mobile_inflow i
             where ${within(scope, 'i.org_code')} and i.status = 2`;
  const { rows } = await sql<ReportCell>`
    select region, reason, trade, count(*)::int as n from (${from}) r group by region, reason, trade order by 1, 2, 3`.execute(
    db,
  );
  return rows;
}

interface Statistics {
  received: number;
  certified: number;
  places: FlowPlace[];
  kinds: { kind: 'reason' | 'trade'; code: number; n: number }[];
}

/** Who is away now by region, reason and trade, who has come by region, and how well those away are kept in touch with. */
export async function statisticsOf(db: Db, scope: Scope) {
  const isAway = sql`${within(scope, 'f.org_code')} and f.status in (2, 3) and ${ON_RECORD}`;
  const [counts, found, months] = await Promise.all([
    countFloats(db, scope),
    sql<Statistics>`
      with away as materialized (
        select f.status, f.reason, f.trade, case when f.range = 3 then 'abroad' else coalesce(f.region_code, '') end as place,
               count(*) as n
          from mobile_outflow f where ${isAway} group by 1, 2, 3, 4
      ), place as (
        select code, sum(out)::int as out, sum("in")::int as in
          from (select place as code, n as out, 0 as in from away
                union all
                select coalesce(i.region_code, ''), 0, count(*) from mobile_inflow i
                 where ${within(scope, 'i.org_code')} and i.status = 2 group by 1) r
         group by code
      ), kind as (
        select case grouping(reason) when 0 then 'reason' else 'trade' end as kind, coalesce(reason, trade) as code, sum(n)::int as n
          from away group by grouping sets ((reason), (trade)))
      select (select coalesce(sum(n), 0)::int from away where status = 3) as received,
             (select count(*)::int from mobile_certificate c join mobile_outflow f on f.id = c.outflow_id
               where c.state = 'given' and ${isAway}) as certified,
             (select coalesce(json_agg(p order by p.code), '[]') from place p) as places,
             (select coalesce(json_agg(k order by k.n desc, k.code), '[]') from kind k) as kinds`.execute(db),
    monthsOf(db, scope),
  ]);
  const { received, certified, places, kinds } = found.rows[0] ?? { received: 0, certified: 0, places: [], kinds: [] };
  const of = (kind: string) => kinds.filter((row) => row.kind === kind).map(({ code, n }) => ({ code, n }));
  const figures = { ...counts, reached: counts.out - counts.overdue, received, certified };
  return { figures, places, reasons: of('reason'), trades: of('trade'), months };
}

/** The last twelve months with who went, who returned and who came in each. */
async function monthsOf(db: Db, scope: Scope) {
  // Subqueries are worked out once; the bare terms would be for each of the rows.
  const since = sql`(select (date_trunc('month', ${dbToday}) - interval '11 months')::date)`;
  const today = sql`(select ${dbToday})`;
  const { rows } = await sql<{ month: string; went: number; back: number; came: number }>`
    with happened as (
      select date_trunc('month', f.confirmed_on::timestamp) as month, count(*) as went, 0 as back, 0 as came from mobile_outflow f
       where ${within(scope, 'f.org_code')} and ${ON_RECORD} and f.confirmed_on between ${since} and ${today} group by 1
      union all
      select date_trunc('month', f.ended_on::timestamp), 0, count(*), 0 from mobile_outflow f
       where ${within(scope, 'f.org_code')} and ${ON_RECORD} and f.status = 4 and f.ended_on between ${since} and ${today} group by 1
      union all
      select date_trunc('month', i.received_on::timestamp), 0, 0, count(*) from mobile_inflow i
       where ${within(scope, 'i.org_code')} and i.received_on between ${since} and ${today} group by 1)
    select to_char(m.month, 'YYYY-MM') as month, coalesce(sum(h.went), 0)::int as went, coalesce(sum(h.back), 0)::int as back,
           coalesce(sum(h.came), 0)::int as came
      from generate_series(${since}::timestamp, ${today}::timestamp, interval '1 month') m(month)
      left join happened h on h.month = m.month
     group by m.month order by m.month`.execute(db);
  return rows;
}
