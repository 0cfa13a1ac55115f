import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Subtrees whose kept numbers of months by state are not those of the rows; none where all is well. */
export async function monthsAmiss(db: Db) {
  const { rows } = await sql`
    with kept as (
      select o.code, s.month, s.state, sum(s.n)::int as n
        from organisation o join lateral (
          select month, state, n from dues_month_sum where org_code = o.code
          union all select month, state, n from dues_month_sum_delta where org_code >= o.code and org_code < o.code || ':') s on true
       group by 1, 2, 3 having sum(s.n) <> 0
    ), counted as (
      select o.code, d.month, d.state, count(*)::int as n from organisation o
        join organisation b on b.code >= o.code and b.code < o.code || ':' join dues_month d on d.org_id = b.id group by 1, 2, 3
    )
    select code, month, state, kept.n as kept, counted.n as counted
      from kept full join counted using (code, month, state) where kept.n is distinct from counted.n order by 1, 2, 3`.execute(
    db,
  );
  return rows;
}
