import { sql } from 'kysely';
import { COUNTED } from '#assessment/points/server/index.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';

/** Who is asked, and where to. */
export interface LateTodos {
  roleId: number;
  module: string;
  /** Address of the matrix of a branch and of those below an organisation, before the year. */
  matrix: string;
  /** Days of the next month after which a month is late. */
  lateDay: number;
}

/**
 * Opens and closes the to-dos of the newest month that is late: one at each branch with people whose month was not handed in, one at the
 * organisation directly above with how many such branches there are. A month in which the plan scores nothing is passed over.
 */
export const notifyLate = (db: Db, { roleId, module, matrix, lateDay }: LateTodos) =>
  reconcileTodos(db, {
    roleId,
    module,
    act: '查看',
    kept: ['assessLate', 'assessLateBelow'],
    wanted: sql`
  with newest as (
    select extract(year from m)::int as year, extract(month from m)::int as month, to_char(m, 'YYYY-MM') as at
      from (select date_trunc('month', ${dbToday} - ${lateDay}::int) - interval '1 month' as m) as of
  ), branches as materialized (
    select o.id, o.code, o.parent_id, n.year, n.month, n.at from newest n join organisation o on o.deleted_at is null
      join lateral (select p.id from assess_plan p join organisation a on a.id = p.org_id and a.deleted_at is null
                     where p.state = 1 and p.year = n.year and starts_with(o.code, p.org_code)
                     order by length(p.org_code) desc limit 1) p on true
     where exists (select from assess_item i
       cross join lateral (select case i.inspection when 5 then 1 else i.inspection * 3 - 2 end as first,
                                  case i.inspection when 5 then 12 else i.inspection * 3 end as last) span
       where i.plan_id = p.id and n.month between case i.submit when 2 then span.first else span.last end and span.last)
  ), late as materialized (
    select b.id, b.code, b.parent_id, b.year, b.month, count(*)::int as people
      from branches b join member m on m.org_id = b.id and ${COUNTED}
     where coalesce(substr(greatest(m.admission_date, m.joined_branch_on)::text, 1, 7), '') <= b.at
       and not exists (select from assess_exemption x where x.member_id = m.id and x.item_id is null and x.state = 1
             and (make_date(b.year, b.month, 1) + interval '1 month - 1 day')::date between x.from_on and x.to_on)
       and not exists (select from assess_month a where a.member_id = m.id and a.year = b.year and a.month = b.month and a.state in (1, 2))
     group by 1, 2, 3, 4, 5
  )
    select id as org_id, code as org_code, 'assessLate:' || id as subject, '党员考核逾期未评' as title,
           year || '年' || month || '月还有' || people || '人没有提交评分' as detail, ${matrix}::text || year as url, null::date as due_on
      from late
    union all
    select p.id, p.code, 'assessLateBelow:' || p.id, '下级有逾期的党员考核',
           l.year || '年' || l.month || '月有' || count(*) || '个党支部没有提交评分', ${matrix}::text || l.year, null
      from late l join organisation p on p.id = l.parent_id and p.deleted_at is null group by p.id, p.code, l.year, l.month`,
  });
