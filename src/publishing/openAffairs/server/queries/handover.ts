import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

const byOrg = (rows: { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]));

/** How many affairs of each of some organisations somebody is deciding on, or is to fix. */
export async function countUndecided(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select a.org_id as id, count(*)::int as n from open_affair a
      left join workflow_instance w on w.id = a.instance_id
     where a.org_id = any(${orgIds}::bigint[]) and a.deleted_at is null
       and (a.state = 'pending' or w.state in ('running', 'returned')) group by 1`.execute(db);
  return byOrg(rows);
}

/** How many affairs of each of some organisations were ever published, or are drafts alone. */
export async function affairsOf(
  db: Db,
  orgIds: readonly string[],
  wasPublished: boolean,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from open_affair
     where org_id = any(${orgIds}::bigint[]) and deleted_at is null and (first_shown is not null) = ${wasPublished}
     group by 1`.execute(db);
  return byOrg(rows);
}

/** What went from one organisation to another. */
export interface Handed {
  id: string;
  title: string;
  /** Somebody above decides about it, by no process. */
  isPending: boolean;
  submittedBy: string | null;
}

/**
 * Gives the affairs of an organisation to the one that keeps them from now on, or some of them back; they stay in the name of
 * the first. What lies in the bin comes back with the others.
 */
export async function handOver(
  db: Db,
  fromId: string,
  toId: string,
  given: { ids: readonly string[] } | { wasPublished: boolean },
): Promise<Handed[]> {
  const which =
    'ids' in given
      ? sql`id = any(${given.ids}::bigint[])`
      : sql`deleted_at is null and (first_shown is not null) = ${given.wasPublished}`;
  const { rows } = await sql<Handed>`
    update open_affair set org_id = ${toId}, version = version + 1,
           former_org_id = nullif(coalesce(former_org_id, ${fromId}::bigint), ${toId}::bigint)
     where org_id = ${fromId} and ${which}
    returning id, title, state = 'pending' and instance_id is null as "isPending", submitted_by as "submittedBy"`.execute(
    db,
  );
  return rows;
}
