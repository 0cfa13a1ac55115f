import { type RawBuilder, sql } from 'kysely';
import { CATEGORY_AFTER } from '#procedures/recruitment/rules/steps.ts';

/** The count that a category below that of a member belongs to. */
const FACTS: Readonly<Record<number, string>> = { 5: 'applicants', 4: 'activists', 3: 'targets', 2: 'probationary' };
/** Who came into a stage. */
const CAME: Readonly<Record<number, string>> = {
  4: 'toActivists',
  3: 'toTargets',
  2: 'toProbationary',
  1: 'toMembers',
};

/** What the end of a step takes from one count and gives to another; whoever becomes a member is entered in 党员增减台账 besides. */
const MOVES = Object.entries(CATEGORY_AFTER).flatMap(([no, to]) => {
  const [left, come] = [FACTS[to + 1], FACTS[to]];
  return [
    ...(left ? [{ no: Number(no), fact: left, n: -1 }] : []),
    ...(come && to > 2 ? [{ no: Number(no), fact: come, n: 1 }] : []),
  ];
});

/** Steps of 发展档案 by which somebody came into another category after a day: the day on which it happened, as with 补录. */
const ended = (
  from: RawBuilder<unknown>,
  moves: readonly { no: number; fact: string; n: number }[],
): RawBuilder<unknown> => sql`
  select f.member_id, f.org_code, v.fact, coalesce(s.decided_on, s.handled_on) as day, v.n
    from development_step s join development_file f on f.id = s.file_id
    join (values ${sql.join(moves.map(({ no, fact, n }) => sql`(${sql.lit(no)}, ${sql.lit(fact)}, ${sql.lit(n)})`))}) as v (no, fact, n)
      on v.no = s.no
   where s.state = 'done' and coalesce(s.decided_on, s.handled_on) > ${from}`;

/**
 * What the stages of 发展党员 gained and lost after a day: `member_id, org_code, fact, day, n`.
 * @param from a date
 */
export const stageMoves = (from: RawBuilder<unknown>): RawBuilder<unknown> => ended(from, MOVES);

/**
 * Who came into which stage after a day: the same columns, with the facts `toActivists`, `toTargets`, `toProbationary`, `toMembers`.
 * @param from a date
 */
export const stageEntries = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
  ended(
    from,
    Object.entries(CATEGORY_AFTER).map(([no, to]) => ({ no: Number(no), fact: CAME[to] ?? '', n: 1 })),
  );
