import { sql } from 'kysely';
import type { FilledRow } from '#life/tables/rules.design.ts';
import type { Standing } from '#life/tables/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Signs of a code that one level of the tree takes. */
export const LEVEL = 4;

/** What a line of the sums stands for: the organisation itself (its own code) or one right below it with all below that. */
const placeBelow = (code: string) => sql`left(f.org_code, ${code.length + LEVEL})`;

export interface PlaceRecord {
  code: string;
  orgId: string;
  name: string;
  hasBelow: boolean;
  /** The filling of the place itself, where it has one. */
  fillId: string | null;
  all: number;
  handed: number;
}

/**
 * Fillings of a round in a scope with `is_leaf`: nobody below has one of it. Sums take leaves alone, for who has others below fills in
 * what they have together, and would be counted twice. What is not asked of anybody any more (void) hides nobody. The next one by code
 * lies below one exactly where any does.
 */
const filled = (scope: Scope, roundId: string) => sql`(
  select f.*, coalesce(not starts_with(lead(f.org_code) over (order by f.org_code), f.org_code), true) as is_leaf
    from data_centre_fill f where f.round_id = ${roundId} and f.state <> 'void' and ${within(scope, 'f.org_code')})`;

/** The lines below an organisation of a round, its own first, with how many have handed in. @param scope that of the organisation */
export async function placesOf(db: Db, scope: Scope, roundId: string, code: string): Promise<PlaceRecord[]> {
  const { rows } = await sql<PlaceRecord>`
    with below as (
      select ${placeBelow(code)} as place, count(*) filter (where f.state <> 'void')::int as all,
             count(*) filter (where f.state in ('asked', 'done'))::int as handed,
             bool_or(f.org_code > ${placeBelow(code)}) as has_below,
             max(f.id) filter (where f.org_code = ${placeBelow(code)}) as fill_id
        from data_centre_fill f where f.round_id = ${roundId} and ${within(scope, 'f.org_code')} group by 1)
    select b.place as code, coalesce(o.id, 0) as "orgId", coalesce(o.name, '已撤并的组织') as name, b.has_below and b.place <> ${code} as "hasBelow", b.fill_id as "fillId", b.all, b.handed
      from below b left join organisation o on o.code = b.place and o.deleted_at is null
     where b.all > 0 order by b.place`.execute(db);
  return rows;
}

/** What a place brings to a summed field, counted from 0; whole numbers of the smallest unit as texts. */
export interface FigureRecord {
  code: string;
  at: number;
  sum: string | null;
  count: number;
  peak: string | null;
}

/** The figures of these lines by summed field: what is handed in or accepted, of leaves; of a line of its own (本级) what it filled in itself. */
export async function figuresBelow(db: Db, scope: Scope, roundId: string, code: string): Promise<FigureRecord[]> {
  const { rows } = await sql<FigureRecord>`
    select ${placeBelow(code)} as code, u.at::int - 1 as at, sum(u.value)::text as sum, sum(u.n)::int as count, max(u.peak)::text as peak
      from ${filled(scope, roundId)} f cross join lateral unnest(f.sums, f.counts, f.peaks) with ordinality as u (value, n, peak, at)
     where f.state in ('asked', 'done') and (f.is_leaf or f.org_code = ${code})
     group by 1, 2`.execute(db);
  return rows;
}

export interface LevelRecord {
  /** Code of the organisation that the line stands for. */
  code: string;
  /** Of its own filling alone, not of those below it. */
  isOwn: boolean;
  name: string;
  all: number;
  handed: number;
}

/** Fillings of a round, once for each organisation from right below a code down to their own: `place` is its code. */
const byLevel = (scope: Scope, roundId: string, code: string) => sql`
  select left(f.org_code, n) as place, f.org_code = left(f.org_code, n) as is_own, f.is_leaf, f.state, f.sums, f.counts, f.peaks
    from ${filled(scope, roundId)} f cross join lateral generate_series(${code.length + LEVEL}::int, length(f.org_code), ${LEVEL}::int) as n`;

/** How many have handed in of every organisation below one, of all levels in the order of the tree; its own filling apart. */
export async function levelsBelow(db: Db, scope: Scope, roundId: string, code: string): Promise<LevelRecord[]> {
  const { rows } = await sql<LevelRecord>`
    with below as (
      select place, is_own, count(*)::int as all, count(*) filter (where state in ('asked', 'done'))::int as handed
        from (${byLevel(scope, roundId, code)}) f group by 1, 2)
    select b.place as code, b.is_own as "isOwn", coalesce(o.name, '已撤并的组织') as name, b.all, b.handed
      from below b left join organisation o on o.code = b.place and o.deleted_at is null order by b.place, b.is_own`.execute(
    db,
  );
  return rows;
}

/** The figures of these lines by summed field: what is handed in or accepted. */
export async function figuresByLevel(db: Db, scope: Scope, roundId: string, code: string) {
  const { rows } = await sql<FigureRecord & { isOwn: boolean }>`
    select f.place as code, f.is_own as "isOwn", u.at::int - 1 as at, sum(u.value)::text as sum, sum(u.n)::int as count, max(u.peak)::text as peak
      from (${byLevel(scope, roundId, code)}) f
      cross join lateral unnest(f.sums, f.counts, f.peaks) with ordinality as u (value, n, peak, at)
     where f.state in ('asked', 'done') and (f.is_leaf or f.is_own) group by 1, 2, 3`.execute(db);
  return rows;
}

export interface FiledRecord {
  code: string;
  orgName: string;
  standing: Standing;
  handedOn: string | null;
  /** What was handed in, where it counts. */
  rows: FilledRow[];
}

/** Fillings of a round in the order of the tree, in pieces. @param after the code after which it goes on */
export async function listFillsAfter(
  db: Db,
  scope: Scope,
  roundId: string,
  after: string,
  limit: number,
): Promise<FiledRecord[]> {
  const { rows } = await sql<FiledRecord>`
    select f.org_code as code, o.name as "orgName", f.handed_on as "handedOn",
           case when f.state in ('asked', 'done') then f.state when f.state = 'void' then 'void'
                when r.due_on < ${dbToday} then 'late' else 'open' end as standing,
           case when f.state in ('asked', 'done') then f.rows else '[]'::jsonb end as rows
      from data_centre_fill f join data_centre_round r on r.id = f.round_id join organisation o on o.id = f.org_id and o.deleted_at is null
     where f.round_id = ${roundId} and ${within(scope, 'f.org_code')} and f.org_code > ${after} and f.state <> 'void'
     order by f.org_code limit ${limit}`.execute(db);
  return rows;
}
