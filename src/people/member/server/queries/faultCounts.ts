import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { CHECKS } from '#people/member/rules/quality.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, wholeScope, within } from '#platform/server/database/scope.ts';
import { conditionOf, duplicatesIn, type FaultRecord, faultColumns, isCheckedMember, todayOnce } from './quality.ts';

/** Duplicates hang on people of two organisations: they are asked of the pairs each time, never kept. */
const DUPLICATES = 'duplicate';
const KEPT = CHECKS.filter(({ key }) => key !== DUPLICATES);

const grave = sql<boolean>`(${sql.join(
  KEPT.filter(({ severity }) => severity === 'grave').map(({ key }) => sql`coalesce(${conditionOf(key)}, false)`),
  sql` or `,
)})`;
/** Whether something grave was found in a person's record, duplicates beside. @param sight the session's own scope */
export const hasGraveFault = (sight: Scope): RawBuilder<boolean> => sql`(${grave} or ${duplicatesIn(sight)})`;
const FIRST = ['people', 'complete', 'grave'] as const;
/** What is kept of an organisation's people, in this order. */
const FIGURES: readonly RawBuilder<unknown>[] = [
  sql`count(*)`,
  sql`count(*) filter (where completeness = 100)`,
  sql`count(*) filter (where ${grave})`,
  ...KEPT.map(({ key }) => sql`count(*) filter (where ${conditionOf(key)})`),
];
const figures = sql`array[${sql.join(FIGURES)}]::int[]`;
/** Where a check stands among the figures, from 1. */
const placeOf = (key: string): number => FIRST.length + 1 + KEPT.findIndex((one) => one.key === key);

let fingerprint: string | undefined;
/** Says which checks a kept row was counted by. */
const rules = (db: Db): string => {
  fingerprint ??= createHash('sha256').update(figures.compile(db).sql).digest('base64url').slice(0, 22);
  return fingerprint;
};

/** Kept rows that hold: of today, by these checks, of organisations in which nothing has changed. */
const fresh = (db: Db): RawBuilder<boolean> => sql<boolean>`(k.rules = ${rules(db)} and k.day = ${todayOnce})`;

/** Organisations of a scope that are to be counted anew. */
const behind = (db: Db, scope: Scope) => sql`
  select org_code from member_fault_stale where ${within(scope)}
  union select k.org_code from member_fault_count k where ${within(scope, 'k.org_code')} and not ${fresh(db)}`;

/** The people of a scope who are counted as they are now, where `behind` names what is to be counted anew. */
const counted = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${isCheckedMember} and ${peopleWithin(scope)} and ${
    // Of a single person nothing is kept.
    scope.memberId === null ? sql`member.org_code in (select org_code from behind)` : sql`true`
  })`;
const keeps = (scope: Scope): RawBuilder<boolean> =>
  scope.memberId === null ? within(scope, 'k.org_code') : sql<boolean>`false`;

export interface Quality {
  people: number;
  /** Of these, whose record lacks nothing that is required. */
  complete: number;
  /** Records by the key of the check that finds them. */
  found: Record<string, number>;
  /** People in whose records something grave was found. */
  grave: number;
}

/** How many organisations of a scope are to be counted anew. */
export async function countBehind(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${behind(db, scope)}) as one`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many organisations of a scope have people, or had some when they were counted. */
export async function countPeopled(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select org_code from member_fault_stale where ${within(scope)}
      union select org_code from member_fault_count where ${within(scope)}) as one`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * How many people of a scope each check finds. Exact at this moment: what is kept of the organisations in which nothing
 * has changed and, in the same snapshot, a pass over the people of the others. Without `exact`, what was kept at last of
 * all: for when too many are to be counted anew.
 * @param sight the session's own scope, which says what may be told of duplicates beyond it
 */
export async function qualityOf(db: Db, scope: Scope, exact = true, sight = scope): Promise<Quality> {
  const sums = FIGURES.map((_, index) => sql`coalesce(sum(figures[${sql.lit(index + 1)}]), 0)`);
  const trusted = exact
    ? sql`${fresh(db)} and not exists (select from behind b where b.org_code = k.org_code)`
    : sql`k.rules = ${rules(db)}`;
  const { rows } = await sql<{ figures: number[]; duplicates: number; grave_duplicates: number }>`
    with behind as materialized (${exact ? behind(db, scope) : sql`select null::text as org_code where false`}),
    part as (
      select k.figures from member_fault_count k where ${keeps(scope)} and ${trusted}
      union all
      select ${figures} from member where ${counted(scope)}
    ), duplicates as (
      select count(*)::int as duplicates, count(*) filter (where not ${grave})::int as grave_duplicates
        from member where ${isCheckedMember} and ${peopleWithin(scope)} and ${duplicatesIn(sight)}
    )
    select array[${sql.join(sums)}]::int[] as figures, duplicates, grave_duplicates from duplicates left join part on true
     group by duplicates, grave_duplicates`.execute(db);
  const { figures: all = [], duplicates = 0, grave_duplicates: alone = 0 } = rows[0] ?? {};
  const [people = 0, complete = 0, worst = 0] = all;
  const found = Object.fromEntries(KEPT.map(({ key }) => [key, all[placeOf(key) - 1] ?? 0]));
  return {
    people,
    complete,
    grave: worst + alone,
    found: { ...found, [DUPLICATES]: duplicates },
  };
}

/** By organisation, how many people of a scope a check finds. */
const found = (db: Db, scope: Scope, key: string) => sql`
  behind as materialized (${behind(db, scope)}),
  found as (
    select k.org_code, k.figures[${sql.lit(placeOf(key))}] as n
      from member_fault_count k
     where ${keeps(scope)} and ${fresh(db)} and k.figures[${sql.lit(placeOf(key))}] > 0
       and not exists (select from behind b where b.org_code = k.org_code)
    union all
    select member.org_code, count(*)::int from member where ${counted(scope)} and ${conditionOf(key)} group by member.org_code
  )`;

/** How many people of a scope a check finds; none is counted that is kept. */
export async function countKept(db: Db, scope: Scope, key: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ${found(db, scope, key)} select coalesce(sum(n), 0)::int as n from found`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * A page of the people of a scope whom a check finds, in tree order; only the organisations of that page are read, as an
 * array: joined, a page of few tempts the planner to walk the whole tree for its order.
 */
export async function keptRows(
  db: Db,
  scope: Scope,
  key: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FaultRecord[]> {
  const { rows } = await sql<FaultRecord>`
    with ${found(db, scope, key)},
    placed as (select org_code, n, sum(n) over (order by org_code) - n as before from found),
    page as materialized (
      select org_code, before from placed where before < ${offset + limit} and before + n > ${offset}
    )
    select ${faultColumns}
      from (select member.* from member
             where ${isCheckedMember} and ${peopleWithin(scope)} and org_code = any(array(select org_code from page)) and ${conditionOf(key)}
             order by org_code, sort, id
             limit ${limit} offset greatest(${offset} - coalesce((select min(before) from page), 0), 0)) as m
      join organisation o on o.id = m.org_id
     order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** Whether what a check finds is kept by organisation. */
export const isKept = (key: string): boolean => key !== DUPLICATES;

/**
 * Counts the next organisations anew that need it; answers how many. Within one transaction, by one process at a time. A
 * change that comes in between leaves its organisation marked, and it is counted once more.
 */
export async function countAnew(tx: Db, limit: number): Promise<number> {
  const { rows: next } = await sql<{ org_code: string }>`${behind(tx, wholeScope)} limit ${limit}`.execute(tx);
  if (next.length === 0) return 0;
  const codes = next.map(({ org_code }) => org_code);
  // First the marks, then, in a later snapshot, the people: whoever wrote a mark is met.
  await sql`delete from member_fault_stale where org_code = any(${codes}::text[])`.execute(tx);
  await sql`
    with written as (
      insert into member_fault_count (org_code, figures, day, rules)
      select org_code, ${figures}, ${todayOnce}, ${rules(tx)} from member
       where ${isCheckedMember} and org_code = any(${codes}::text[]) group by org_code
      on conflict (org_code) do update set figures = excluded.figures, day = excluded.day, rules = excluded.rules
      returning org_code
    )
    delete from member_fault_count
     where org_code = any(${codes}::text[]) and org_code not in (select org_code from written)`.execute(tx);
  return codes.length;
}

/** What `qualityOf` counts, at a place. */
export interface PlaceQuality {
  place: string;
  people: number;
  complete: number;
  grave: number;
  /** Records by the key of the check that finds them. */
  found: Record<string, number>;
}

/**
 * `qualityOf` by the beginning of the organisation's code, exact at this moment; a check that `CHECKS` does not know is zero.
 * @param length signs of the code that name a place
 * @param sight the session's own scope, which says what may be told of duplicates beyond the one asked for
 */
export async function qualityByPlace(db: Db, scope: Scope, length: number, sight: Scope): Promise<PlaceQuality[]> {
  const sums = FIGURES.map((_, index) => sql`coalesce(sum(figures[${sql.lit(index + 1)}]), 0)`);
  const [kept, twins] = await Promise.all([
    sql<{ place: string; figures: number[] }>`
      with behind as materialized (${behind(db, scope)}),
      part as (
        select k.org_code, k.figures from member_fault_count k
         where ${keeps(scope)} and ${fresh(db)} and not exists (select from behind b where b.org_code = k.org_code)
        union all
        select member.org_code, ${figures} from member where ${counted(scope)} group by member.org_code
      )
      select left(org_code, ${length}::int) as place, array[${sql.join(sums)}]::int[] as figures from part group by 1`.execute(
      db,
    ),
    sql<{ place: string; n: number; alone: number }>`
      select left(org_code, ${length}::int) as place, count(*)::int as n, count(*) filter (where not ${grave})::int as alone
        from member where ${isCheckedMember} and ${peopleWithin(scope)} and ${duplicatesIn(sight)} group by 1`.execute(
      db,
    ),
  ]);
  const doubles = new Map(twins.rows.map((row) => [row.place, row]));
  return kept.rows.map(({ place, figures: all }) => ({
    place,
    people: all[0] ?? 0,
    complete: all[1] ?? 0,
    // Who is nothing worse than a duplicate is grave by that alone, as `hasGraveFault` says.
    grave: (all[2] ?? 0) + (doubles.get(place)?.alone ?? 0),
    found: {
      ...Object.fromEntries(KEPT.map(({ key }) => [key, all[placeOf(key) - 1] ?? 0])),
      [DUPLICATES]: doubles.get(place)?.n ?? 0,
    },
  }));
}
