import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export type DoorKind = 'vote' | 'life';

/** As many as one screen tells of, those shown last. */
const MOST = 30;

/** What an organisation tells of on its screens, by id. */
export async function shownOf(db: Db, kind: DoorKind, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ref_id as id from box_shown where kind = ${kind} and org_id = ${orgId}
     order by shown_at desc, ref_id desc limit ${MOST}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these the ones that screens tell of. */
export async function findShownIds(db: Db, kind: DoorKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select ref_id as id from box_shown where kind = ${kind} and ref_id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Puts something on the screens of its organisation, or takes it off. */
export async function setShown(
  db: Db,
  kind: DoorKind,
  of: { id: string; orgId: string },
  on: boolean,
  by: string,
): Promise<void> {
  if (on)
    await sql`
      insert into box_shown (kind, ref_id, org_id, shown_by) values (${kind}, ${of.id}, ${of.orgId}, ${by})
      on conflict do nothing`.execute(db);
  else await sql`delete from box_shown where kind = ${kind} and ref_id = ${of.id}`.execute(db);
}
