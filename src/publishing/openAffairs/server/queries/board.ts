import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { inPlaceOf } from './publisher.ts';

export interface BoardRecord {
  orgId: string;
  orgCode: string;
  orgName: string;
  /** Null: it was never turned on. */
  token: string | null;
  shows: boolean;
  hears: boolean;
  version: number;
}

const columns = sql`
  o.id as "orgId", o.code as "orgCode", b.token, coalesce(b.shows, false) as shows, coalesce(b.hears, false) as hears,
  coalesce(b.version, 0) as version`;

/** The board of an organisation of the scope. */
export async function findBoard(db: Db, scope: Scope, orgId: string): Promise<BoardRecord | undefined> {
  const { rows } = await sql<BoardRecord>`
    select ${columns}, o.name as "orgName" from organisation o left join open_board b on b.org_id = o.id
     where o.deleted_at is null and o.id = ${orgId} and ${within(scope, 'o.code')}`.execute(db);
  return rows[0];
}

/** The board that a code opens while it is on; a dissolved organisation's while another one keeps what it published. */
export async function boardOfToken(db: Db, token: string): Promise<BoardRecord | undefined> {
  const { rows } = await sql<BoardRecord>`
    select ${columns},
           case when o.deleted_at is null then o.name else ${inPlaceOf(sql`o.name`, sql`keeper.name`)} end as "orgName"
      from open_board b join organisation o on o.id = b.org_id
      left join lateral (
        select k.name from open_affair a join organisation k on k.id = a.org_id
         where a.former_org_id = o.id order by a.id desc limit 1) as keeper on true
     where b.token = ${token} and b.shows and (o.deleted_at is null or keeper.name is not null)`.execute(db);
  return rows[0];
}

/** Writes a board that still is of the version read; answers the new version, null where somebody else was first. */
export async function writeBoard(
  db: Db,
  board: { orgId: string; version: number; shows: boolean; hears: boolean; token: string; by: string },
): Promise<number | null> {
  const { orgId, version, shows, hears, token, by } = board;
  const { rows } = await sql<{ version: number }>`
    insert into open_board as b (org_id, token, shows, hears, updated_by)
    values (${orgId}, ${token}, ${shows}, ${hears}, ${by})
    on conflict (org_id) do update
       set shows = excluded.shows, hears = excluded.hears, updated_by = excluded.updated_by, updated_at = now(),
           version = b.version + 1
     where b.version = ${version}
    returning version`.execute(db);
  return rows[0]?.version ?? null;
}
