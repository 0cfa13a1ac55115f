import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';
import { hiddenFromPlanner } from '../database/prepared.ts';
import { within, workerScope } from '../database/scope.ts';

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
 * Replaces the rows of some facts by what is counted anew, within the caller's transaction, who holds `FOLD_LOCK` as well.
 * @param own a query of `org_code, fact, value, n`: the numbers of each organisation by itself
 */
export async function replaceCounts(
  client: Connection,
  facts: readonly string[],
  own: string,
  values: unknown[],
): Promise<void> {
  await client.query('delete from member_counter where fact = any($1)', [facts]);
  await client.query('delete from member_counter_delta where fact = any($1)', [facts]);
  await client.query(
    `insert into member_counter (org_code, fact, value, n)
     select left(org_code, level * 4), fact, value, sum(n) from (${own}) as own
      cross join lateral generate_series(1, length(org_code) / 4) as level group by 1, 2, 3`,
    values,
  );
}

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
  const [chosen, wanted] = [hiddenFromPlanner(codes, 'text[]'), hiddenFromPlanner(facts, 'text[]')];
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

/** A subtree that got another code. */
export interface CodeMove {
  from: string;
  to: string;
}

/**
 * Takes a subtree's numbers from the organisations above the old place and gives them to those above the new one.
 * Folding waits until the transaction ends; whoever counts in this subtree has been waited for, since its organisations
 * are locked.
 */
export async function moveCounters(db: Db, { from, to }: CodeMove): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLD_LOCK})`.execute(db);
  await sql`
    insert into member_counter (org_code, fact, value, n)
    select above.code, fact, value, sum(above.sign * n)::int
      from member_counter
      cross join lateral (
        select left(${from}::text, cut) as code, -1 as sign from generate_series(4, ${from.length - 4}::int, 4) as cut
        union all
        select left(${to}::text, cut), 1 from generate_series(4, ${to.length - 4}::int, 4) as cut) as above
     where org_code = ${from}
     group by above.code, fact, value having sum(above.sign * n) <> 0
    on conflict (org_code, fact, value) do update set n = member_counter.n + excluded.n`.execute(db);
  for (const table of ['member_counter', 'member_counter_delta'] as const) {
    await sql`
      update ${sql.table(table)} set org_code = ${to}::text || substr(org_code, ${from.length + 1}::int)
       where ${within(workerScope(from))}`.execute(db);
  }
}
