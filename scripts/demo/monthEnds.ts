import type { Pool } from 'pg';
import { keepEndedMonths } from '#overview/report/server/monthEnds.ts';
import { dbOf } from '#platform/server/database/db.ts';

/**
 * Month ends of what no dated events tell, as if they had been kept for a year: records were less complete, and each month one in some
 * eighty more members was away. A month that has just ended is kept as it is.
 */
const KEPT = `
  insert into month_end (org_code, fact, day, n)
  select c.org_code, v.fact, e.day, round(sum(c.n) * (1 + v.share * e.ago))::int
    from (values ('incomplete', 0.055), ('floating', 0.012)) as v (fact, share)
    join member_counter c on c.fact = v.fact and c.value = '1'
   cross join (select day, row_number() over (order by day desc) as ago from month_end_kept where fact = 'members') e
   group by 1, 2, 3, v.share, e.ago
  on conflict do nothing`;
/** Organisations were entered when the platform came, later ones when they were founded. */
const ENTERED = `
  update organisation set created_at = (greatest(founded_on, date '2021-06-01') + time '09:00') at time zone 'Asia/Shanghai'`;
const KNOWN = `
  insert into month_end_kept (fact, day)
  select v.fact, day from month_end_kept cross join (values ('incomplete'), ('floating')) as v (fact) where month_end_kept.fact = 'members'
  on conflict do nothing`;

/** Keeps the month ends of the demo city. */
export async function keepDemoMonths(pool: Pool): Promise<void> {
  await pool.query(ENTERED);
  await keepEndedMonths(dbOf(pool));
  await pool.query(KEPT);
  await pool.query(KNOWN);
}
