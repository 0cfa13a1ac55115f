import { sql } from 'kysely';
import type { FilledRow } from '#modules/dataCentre/rules.design.ts';
import type { Standing } from '#modules/dataCentre/rules.ts';
import { type Db, dbToday } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** Signs of a code that one level of the tree takes. */
const LEVEL = 4;

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

/** The figures of these lines by summed field: what is handed in or accepted. At is counted from 0. */
export async function figuresBelow(db: Db, scope: Scope, roundId: string, code: string) {
  const { rows } = await sql<{ code: string; at: number; sum: string | null; count: number; peak: string | null }>`
    select ${placeBelow(code)} as code, u.at::int - 1 as at, sum(u.value)::text as sum, sum(u.n)::int as count, max(u.peak)::text as peak
      from data_centre_fill f cross join lateral unnest(f.sums, f.counts, f.peaks) with ordinality as u (value, n, peak, at)
     where f.round_id = ${roundId} and ${within(scope, 'f.org_code')} and f.state in ('asked', 'done')
     group by 1, 2`.execute(db);
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
export async function filledAfter(
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
