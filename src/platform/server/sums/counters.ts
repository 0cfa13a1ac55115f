import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';
import { opaque } from '../database/prepared.ts';

/** A change of one count: how many more (or fewer) of a fact's value one organisation has. */
export interface CountDelta {
  /** The organisation itself; folding adds the change to all above it. */
  orgCode: string;
  /** What is counted, e.g. `category`, `org`. */
  fact: string;
  value: string;
  n: number;
}

/** Numbers of one subtree by fact and value; what was never counted is absent. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One connection, of the pool or of its own: a recount is several statements. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The advisory lock of folding and recounting: only one process at a time does either. */
export const FOLD_LOCK = 7_020_001;
const FOLD_BATCH = 20_000;

/**
 * Writes count changes beside the business rows, in the same transaction. No row of an
 * organisation is touched, so writers in one branch or city never wait for each other.
 */
export async function addDeltas(tx: Db, deltas: readonly CountDelta[]): Promise<void> {
  const merged = new Map<string, CountDelta>();
  for (const delta of deltas) {
    const key = `${delta.orgCode} ${delta.fact} ${delta.value}`;
    merged.set(key, { ...delta, n: delta.n + (merged.get(key)?.n ?? 0) });
  }
  const changed = [...merged.values()].filter(({ n }) => n !== 0);
  if (changed.length === 0) return;
  await sql`
    insert into member_counter_delta (org_code, fact, value, n)
    select * from unnest(${changed.map((d) => d.orgCode)}::text[], ${changed.map((d) => d.fact)}::text[],
                         ${changed.map((d) => d.value)}::text[], ${changed.map((d) => d.n)}::int[])`.execute(tx);
}

/**
 * Numbers of whole subtrees, exact at this moment: the folded rows and, in the same snapshot,
 * the few changes below each organisation that are not folded yet.
 * @param codes organisations within the caller's scope; each has an entry in the answer
 * @param facts the facts wanted
 */
export async function readCounters(
  db: Db,
  codes: readonly string[],
  facts: readonly string[],
): Promise<Map<string, Counts>> {
  const [chosen, wanted] = [opaque(codes, 'text[]'), opaque(facts, 'text[]')];
  const { rows } = await sql<{ code: string; fact: string; value: string; n: number }>`/* prepared */
    select code, fact, value, sum(n)::int as n
      from (select org_code as code, fact, value, n
              from member_counter
             where org_code = any(${chosen}::text[]) and fact = any(${wanted}::text[])
            union all
            select chosen.code, fact, value, n
              from unnest(${chosen}::text[]) as chosen (code)
              join member_counter_delta
                on org_code >= chosen.code collate "C" and org_code < chosen.code || ':' collate "C"
               and fact = any(${wanted}::text[])) as part
     group by code, fact, value`.execute(db);
  const counts = new Map<string, Record<string, Record<string, number>>>(codes.map((code) => [code, {}]));
  for (const { code, fact, value, n } of rows) {
    const own = counts.get(code);
    if (!own) continue;
    own[fact] ??= {};
    own[fact][value] = n;
  }
  return counts;
}

/**
 * Adds pending changes to the counters of their organisations and of all above. Answers how many
 * changes were folded; 0 where another process is folding. Changes and counters move in one
 * transaction, so a reader meets each change once: as a delta or in the sums.
 */
export async function foldCounters(db: Services['db']): Promise<number> {
  return transact(db, async (tx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(tx);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from member_counter_delta
         where id in (select id from member_counter_delta order by id limit ${FOLD_BATCH})
        returning org_code, fact, value, n
      ), risen as (
        select left(org_code, level * 4) as org_code, fact, value, sum(n)::int as n
          from folded cross join lateral generate_series(1, length(org_code) / 4) as level
         group by 1, 2, 3
        having sum(n) <> 0
      ), written as (
        insert into member_counter (org_code, fact, value, n)
        select org_code, fact, value, n from risen
        on conflict (org_code, fact, value) do update set n = member_counter.n + excluded.n
      )
      select count(*)::int as folded from folded`.execute(tx);
    return rows[0]?.folded ?? 0;
  });
}
