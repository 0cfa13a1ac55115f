import { type Connection, FOLD_LOCK, replaceCounts } from '#platform/server/sums/counters.ts';

const RECOUNT = `
  select code as org_code, 'org' as fact, type::text as value, count(*)::int as n
    from organisation where deleted_at is null group by code, type
  union all
  select u.org_code, 'unit', u.nature, count(*)::int
    from unit u join organisation o on o.id = u.org_id and o.deleted_at is null
   where u.deleted_at is null group by u.org_code, u.nature`;

/**
 * Counts organisations by type (fact `org`) and units by nature (fact `unit`) anew for every
 * subtree; the counts of people stay. Exact under concurrent writes: a change and
 * its delta are one transaction, and the steps here see one snapshot. Folding waits meanwhile.
 * Opens its own transaction on the connection given.
 */
export async function recountOrgs(client: Connection): Promise<void> {
  // Locked outside the transaction, so that its snapshot is younger than the last fold.
  await client.query('select pg_advisory_lock($1)', [FOLD_LOCK]);
  try {
    await client.query('begin isolation level repeatable read');
    await replaceCounts(client, ['org', 'unit'], RECOUNT, []);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [FOLD_LOCK]);
  }
}
