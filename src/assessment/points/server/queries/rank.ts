import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { COUNTED } from './scores.ts';

export interface RankRecord {
  id: string;
  name: string;
  orgName: string;
  plus: number;
  minus: number;
  score: number;
  place: number | null;
  exempt: string;
  floating: boolean;
}

/** What a page of a rank comes with: how many are counted, how many are exempt, the mean of the counted in hundredths. */
interface RankSums {
  counted: number;
  exempted: number;
  mean: string | null;
}

/**
 * A page of the rank of everybody of a scope; ties share a place and stand in the order of the branches, exempt people
 * behind without one.
 * @param base hundredths
 * @param words part of a name; null: everybody
 */
export async function pageOfRank(
  db: Db,
  scope: Scope,
  year: number,
  base: number,
  words: string | null,
  limit: number,
  offset: number,
) {
  const { rows } = await (words === null
    ? keptRank(db, scope, year, base, limit, offset)
    : namedRank(db, scope, year, base, words, limit, offset));
  const { counted = 0, exempted = 0, mean = null, total = null } = rows[0] ?? {};
  return {
    // Where the page is empty the sums stand alone.
    rows: rows.filter(({ id }) => id !== null) as RankRecord[],
    total: total ?? counted + exempted,
    counted,
    exempt: exempted,
    mean,
  };
}

/**
 * Everybody's rank from what is kept (`point_rank`): how many have each score, of which there are few, tells the places and in which
 * scores the page lies; of each of those as many are read as the page reaches into it, in the order of the index.
 */
function keptRank(db: Db, scope: Scope, year: number, base: number, limit: number, offset: number) {
  const score = (net: RawBuilder<unknown>) => sql`greatest(0, ${base}::int + ${net})`;
  return sql<RankRecord & RankSums & { total: number | null }>`
    with nets as materialized (
      select net, free, count(*)::int as n from point_rank where year = ${year} and counted and ${within(scope)} group by 1, 2
    ), bare as materialized (
      select greatest(0, (select count(*)::int from member m where ${COUNTED} and ${within(scope, 'm.org_code')})
                         - (select coalesce(sum(n), 0)::int from nets)) as n
    ), heights as materialized (
      select free, score, sum(n)::int as n from (
        select free, case when free then 0 else ${score(sql`net`)} end as score, n from nets
        union all select false, ${score(sql`0`)}, n from bare where n > 0) as each group by 1, 2
    ), spans as materialized (
      select *, sum(n) over (order by free, score desc)::int as upto from heights
    ), sums as (
      select coalesce(sum(n) filter (where not free), 0)::int as counted, coalesce(sum(n) filter (where free), 0)::int as exempted,
             (sum(score::bigint * n) filter (where not free) / sum(n) filter (where not free))::text as mean from heights
    ), wanted as materialized (
      select * from spans where upto > ${offset}::int and upto - n < ${offset}::int + ${limit}::int
    ), reach as materialized (
      -- The page ends so far behind the first of its scores.
      select ${offset}::int + ${limit}::int - coalesce(min(upto - n), 0) as far from wanted
    ), near as (
      select one.* from nets
       cross join lateral (
         select r.member_id as id, r.org_code, r.free, case when r.free then 0 else ${score(sql`r.net`)} end as score from point_rank r
          where r.year = ${year} and r.counted and r.free = nets.free and r.net = nets.net and ${within(scope, 'r.org_code')}
          order by r.org_code, r.member_id limit (select far from reach)) as one
       where (nets.free, case when nets.free then 0 else ${score(sql`nets.net`)} end) in (select free, score from wanted)
      union all
      (select m.id, m.org_code, false, ${score(sql`0`)} from member m
        where exists (select from wanted where not free and score = ${score(sql`0`)}) and (select n from bare) > 0
          and ${COUNTED} and ${within(scope, 'm.org_code')}
          and not exists (select from point_rank r where r.member_id = m.id and r.year = ${year})
        order by m.org_code, m.id limit (select far from reach))
    ), found as (
      select * from near order by free, score desc, org_code, id
       limit ${limit} offset greatest(0, ${offset}::int - coalesce((select min(upto - n) from wanted), 0)))
    select f.id, m.name, o.name as "orgName", coalesce(s.plus, 0) as plus, coalesce(s.minus, 0) as minus,
           ${score(sql`coalesce(s.plus, 0) - coalesce(s.minus, 0)`)} as score, m.is_floating as floating, sums.*, null::int as total,
           case when f.free then (select x.reason from point_exempt x where x.member_id = f.id and x.year = ${year} and x.ended_at is null)
                else '' end as exempt,
           case when not f.free then (select coalesce(sum(h.n), 0)::int + 1 from heights h where not h.free and h.score > f.score) end as place
      from sums left join (found f join member m on m.id = f.id join organisation o on o.id = m.org_id
                            left join point_score s on s.member_id = f.id and s.year = ${year}) on true
     order by f.free, f.score desc, f.org_code, f.id`.execute(db);
}

/** The rank of those whose name has some letters: names are read of everybody, and so is all else. */
export function namedRank(
  db: Db,
  scope: Scope,
  year: number,
  base: number,
  words: string,
  limit: number,
  offset: number,
) {
  const named = textHolds(sql`name`, words);
  const order = sql`exempt <> '', case when exempt = '' then score end desc, org_code, id`;
  return sql<RankRecord & RankSums & { total: number | null }>`
    with ranked as materialized (
      select m.id, m.name, m.org_id, m.org_code, coalesce(s.plus, 0) as plus, coalesce(s.minus, 0) as minus, m.is_floating as floating,
             greatest(0, ${base}::int + coalesce(s.plus, 0) - coalesce(s.minus, 0)) as score, coalesce(x.reason, '') as exempt
        from member m left join point_score s on s.member_id = m.id and s.year = ${year}
        left join point_exempt x on x.member_id = m.id and x.year = ${year} and x.ended_at is null
       where ${COUNTED} and ${within(scope, 'm.org_code')}),
    heights as materialized (select score, exempt <> '' as free, count(*) as n from ranked group by 1, 2),
    sums as (
      select coalesce(sum(n) filter (where not free), 0)::int as counted, coalesce(sum(n) filter (where free), 0)::int as exempted,
             (sum(score * n) filter (where not free) / sum(n) filter (where not free))::text as mean from heights),
    found as (select * from ranked where ${named} order by ${order} limit ${limit} offset ${offset})
    select f.id, f.name, o.name as "orgName", f.plus, f.minus, f.score, f.exempt, f.floating, sums.*,
           case when f.exempt = '' then (select coalesce(sum(h.n), 0)::int + 1 from heights h where not h.free and h.score > f.score) end as place,
           (select count(*)::int from ranked where ${named}) as total
      from sums left join (found f join organisation o on o.id = f.org_id) on true
     order by f.exempt <> '', case when f.exempt = '' then f.score end desc, f.org_code, f.id`.execute(db);
}
