import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';

/**
 * Sums by organisation and year that follow from too many tables to be kept to the row: `table` holds them by `org_id` and
 * `year`, and whatever changes one appends the organisation to `<table>_due` by a trigger. What is due, or was never counted,
 * is counted while reading; a worker counts it for good.
 */
export interface Tally {
  table: string;
  /** Counts organisations anew for a year and writes them, each whether it has anything or not. */
  count(db: Db, year: number, orgIds: readonly string[]): Promise<unknown>;
}

/**
 * Counts organisations anew that have changed, or were not counted for a year yet; answers how many. One snapshot for all: what
 * a transaction changes that has not ended yet stays due.
 * @param limit organisations that are taken at once: those that have changed, each with all its marks, before those without sums
 */
export const countAnew = (
  db: Services['db'],
  { table, count }: Tally,
  years: readonly number[],
  limit: number,
): Promise<number> =>
  // An organisation that moves meanwhile crosses the snapshot: tried again.
  transact(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const due = sql.table(`${table}_due`);
    const { rows } = await sql<{ org_id: string }>`
      delete from ${due} where org_id = any (array(select distinct org_id from ${due} order by org_id limit ${limit})) returning org_id`.execute(
      tx,
    );
    const changed = [...new Set(rows.map(({ org_id }) => org_id))];
    let counted = 0;
    for (const year of years) {
      const orgIds = await toCount(tx, table, year, changed, limit - changed.length);
      if (orgIds.length > 0) await count(tx, year, orgIds);
      counted += orgIds.length;
    }
    return counted;
  });

/** @param further how many organisations without sums are taken beside the changed ones */
async function toCount(db: Db, table: string, year: number, changed: readonly string[], further: number) {
  const { rows } = await sql<{ id: string }>`
    select o.id from organisation o where o.deleted_at is null and o.id = any (${changed}::bigint[])
    union
    (select o.id from organisation o where o.deleted_at is null
       and not exists (select from ${sql.table(table)} t where t.org_id = o.id and t.year = ${year})
     order by o.id limit ${further})
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** So many organisations are counted by one transaction. */
const AT_ONCE = 1000;

/** Counts sums anew until none is due. @param years those that pages ask for */
export async function keepTally(db: Services['db'], tally: Tally, years: readonly number[]): Promise<void> {
  while ((await countAnew(db, tally, years, AT_ONCE)) >= AT_ONCE);
}
