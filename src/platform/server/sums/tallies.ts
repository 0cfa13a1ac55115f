import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';

/**
 * Sums by organisation and year that depend on too many tables to be updated with each row. `table` holds them by `org_id` and
 * `year`. A trigger on everything that changes a sum adds the organisation to `<table>_due`. Sums that are due, or were never
 * counted, are counted while reading; a worker stores them.
 */
export interface Tally {
  table: string;
  /** Counts organisations anew for a year and writes them, each whether it has anything or not. */
  count(db: Db, year: number, orgIds: readonly string[]): Promise<unknown>;
}

/**
 * Counts the sums of organisations that have changed or were never counted, and answers how many. It uses one snapshot: changes of
 * transactions that have not ended stay due.
 * @param limit how many organisations are taken at once: first those that have changed, each with all its marks, then those without
 *   sums
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

/** Counts sums until none is due. @param years the years that pages show */
export async function recountTally(db: Services['db'], tally: Tally, years: readonly number[]): Promise<void> {
  while ((await countAnew(db, tally, years, AT_ONCE)) >= AT_ONCE);
}
