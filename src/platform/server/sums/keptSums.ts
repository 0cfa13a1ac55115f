import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';

/**
 * Sums of whole subtrees that triggers keep up to date. `<table>` holds them by `org_code` and `keys`; changes that are not added to
 * the organisations above yet lie in `<table>_delta`.
 */
export interface KeptSums {
  table: string;
  keys: readonly string[];
  sums: readonly string[];
  /** Held by whoever folds: one of all processes at a time. */
  lock: number;
}

const FOLD_BATCH = 20_000;

/** Adds pending changes to the sums of their organisations and of all above; answers how many. */
export async function foldSums(db: Services['db'], { table, keys, sums, lock }: KeptSums): Promise<number> {
  const [kept, delta] = [sql.table(table), sql.table(`${table}_delta`)];
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const added = sql.join(sums.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const moves = sql.join(
    sums.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  );
  const grown = sql.join(
    sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
  );
  return transact(db, async (tx: Db) => {
    const held = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx);
    if (!held.rows[0]?.mine) return 0;
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from ${delta} where id in (select id from ${delta} order by id limit ${FOLD_BATCH})
        returning org_code, ${refs([...keys, ...sums])}
      ), risen as (
        select left(org_code, level * 4) as org_code, ${refs(keys)}, ${added}
          from folded cross join lateral generate_series(1, length(org_code) / 4) as level
         group by left(org_code, level * 4), ${refs(keys)}
        having ${moves}
      ), written as (
        insert into ${kept} (org_code, ${refs([...keys, ...sums])})
        select org_code, ${refs([...keys, ...sums])} from risen
        on conflict (org_code, ${refs(keys)}) do update set ${grown}
      )
      select count(*)::int as folded from folded`.execute(tx);
    return rows[0]?.folded ?? 0;
  });
}
