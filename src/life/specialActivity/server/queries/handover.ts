import { sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';

const RUNS = sql`(a.state = 'published')`;

/** Parts of each of some organisations: of activities that run, or of those that are over. */
export async function partsOf(db: Db, orgIds: readonly string[], isRunning: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.org_id as id, count(*)::int as n from special_part p
      join special_activity a on a.id = p.activity_id and a.deleted_at is null
     where p.org_id = any(${orgIds}::bigint[]) and ${RUNS} = ${isRunning} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Puts parts of an organisation, all of a kind or some, to the one that takes over, unless that one has the same activity itself. */
export async function moveParts(
  db: Db,
  fromId: string,
  to: Home,
  which: { ids: readonly string[] } | { isRunning: boolean },
) {
  const condition = 'ids' in which ? sql`p.id = any(${which.ids}::bigint[])` : sql`${RUNS} = ${which.isRunning}`;
  const { rows } = await sql<{ id: string; activityId: string; title: string }>`
    update special_part p set org_id = ${to.id}, org_code = ${to.code}, version = p.version + 1
      from special_activity a
     where a.id = p.activity_id and a.deleted_at is null and p.org_id = ${fromId} and ${condition}
       and not exists (select from special_part other where other.activity_id = p.activity_id and other.org_id = ${to.id})
    returning p.id, a.id as "activityId", a.title`.execute(db);
  return rows;
}

/** How many parts of an organisation do not go, since one of `others` takes part itself. */
export async function countTwinParts(
  db: Db,
  fromId: string,
  others: readonly string[],
  isRunning: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from special_part p join special_activity a on a.id = p.activity_id and a.deleted_at is null
     where p.org_id = ${fromId} and ${RUNS} = ${isRunning}
       and exists (select from special_part other where other.activity_id = p.activity_id and other.org_id = any(${others}::bigint[]))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** The condition on a hand-in `r` that it is of some organisations. */
export const handInsOfOrgs = (orgIds: readonly string[]) =>
  sql`r.material_id in (select m.id from special_material m join special_part p on p.id = m.part_id
                         where p.org_id = any(${orgIds}::bigint[]))`;

/** The activities of some materials. */
export async function activitiesOfMaterials(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.activity_id as id from special_material m join special_part p on p.id = m.part_id
     where m.id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Activities that run of which an organisation still has a part. */
export async function activitiesUnderWay(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from special_part p join special_activity a on a.id = p.activity_id
     where p.org_id = ${orgId} and a.deleted_at is null and ${RUNS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Materials of some activities wait at another organisation from now on. @returns the ids of those that wait */
export async function moveDeciders(
  db: Db,
  fromId: string,
  toId: string,
  activityIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update special_material m set decider_org_id = ${toId} from special_part p
     where p.id = m.part_id and p.activity_id = any(${activityIds}::bigint[]) and m.state = 'asked'
       and m.decider_org_id = ${fromId} returning m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of everything that was handed in of some parts. */
export async function handInIdsOf(db: Db, partIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from special_hand_in h join special_material m on m.id = h.material_id
     where m.part_id = any(${partIds}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
