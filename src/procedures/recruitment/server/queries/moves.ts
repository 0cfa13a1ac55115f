import { type RawBuilder, sql } from 'kysely';
import { CATEGORY_AFTER } from '#procedures/recruitment/rules/steps.ts';

/** The count that a category below that of a member belongs to. */
const FACTS: Readonly<Record<number, string>> = { 4: 'activists', 3: 'targets', 2: 'probationary' };

/** What the end of a step takes from one count and gives to another; whoever becomes a member is entered in 党员增减台账 besides. */
const MOVES = Object.entries(CATEGORY_AFTER).flatMap(([no, to]) => {
  const [left, come] = [FACTS[to + 1], FACTS[to]];
  return [
    ...(left ? [{ no: Number(no), fact: left, n: -1 }] : []),
    ...(come && to > 2 ? [{ no: Number(no), fact: come, n: 1 }] : []),
  ];
});

/**
 * Steps of 发展档案 that ended after a day and brought another category, as changes of counts: `member_id, org_code, fact, day, n`. Steps of
 * 补录 brought none: the person was entered as what they were by then.
 * @param from a date
 */
export const stageMoves = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.member_id, f.org_code, v.fact, (coalesce(s.decided_at, s.recorded_at) at time zone 'Asia/Shanghai')::date as day, v.n
    from development_step s join development_file f on f.id = s.file_id
    join (values ${sql.join(MOVES.map(({ no, fact, n }) => sql`(${sql.lit(no)}, ${sql.lit(fact)}, ${sql.lit(n)})`))}) as v (no, fact, n)
      on v.no = s.no
   where s.state = 'done' and s.no > f.paper_until
     and (coalesce(s.decided_at, s.recorded_at) at time zone 'Asia/Shanghai')::date > ${from}`;
