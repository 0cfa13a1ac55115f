import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** How many applications for organisations of floating members that are not settled concern each of some organisations. */
export async function floatingWaiting(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select one.id, count(*)::int as n from unnest(${orgIds}::bigint[]) as one (id)
      join floating_org f on one.id in (f.asking_org_id, f.parent_id)
        or (one.id = f.decider_org_id and f.state = 'pending')
     where f.state in ('pending', 'returned') and f.deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
