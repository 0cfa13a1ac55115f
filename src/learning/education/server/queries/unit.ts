import { sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isForReader, THIS_YEAR } from './watch.ts';

export interface UnitRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  intro: string;
  cover: string;
  isRequired: boolean;
  sort: number;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const COLUMNS = sql`u.id, u.org_id as "orgId", u.org_code as "orgCode", o.name as "orgName", u.name, u.intro, u.cover,
  u.is_required as "isRequired", u.sort, u.version, u.updated_by as "updatedBy", u.updated_at as "updatedAt"`;
const FROM = sql`video_unit u join organisation o on o.id = u.org_id and o.deleted_at is null`;

export interface ListedUnit extends UnitRecord {
  videos: number;
  learned: number;
  seconds: number;
  /** Videos of every state: what holds any is not deleted. */
  held: number;
}

/**
 * Units with something for the reader, required ones first; those of a worker's scope even while they are empty.
 * @param writes the scope of a worker, null for readers
 */
export async function pageOfUnits(
  db: Db,
  session: Session,
  writes: Scope | null,
  filter: { words: string | null; isRequired: boolean | null },
  limit: number,
  offset: number,
): Promise<{ rows: ListedUnit[]; total: number }> {
  const { rows } = await sql<ListedUnit & { total: number }>`
    select ${COLUMNS}, n.videos, n.learned, n.seconds,
           (select count(*)::int from video h where h.unit_id = u.id and h.deleted_at is null) as held, (count(*) over ())::int as total
      from ${FROM}
      cross join lateral (
        select count(*)::int as videos, count(s.done_at)::int as learned, coalesce(sum(v.seconds), 0)::int as seconds
          from video v left join video_seen s on s.video_id = v.id and s.account_id = ${session.accountId} and s.year = ${THIS_YEAR}
         where v.unit_id = u.id and ${isForReader(session.orgCode)}) as n
     where (n.videos > 0 or ${writes ? within(writes, 'u.org_code') : sql`false`})
       and (${filter.words}::text is null or ${textHolds(sql`u.name`, filter.words)})
       and (${filter.isRequired}::boolean is null or u.is_required = ${filter.isRequired})
     order by u.is_required desc, u.sort, u.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** The units of the scope, to put videos into. */
export async function unitsOf(db: Db, scope: Scope): Promise<UnitRecord[]> {
  const { rows } = await sql<UnitRecord>`
    select ${COLUMNS} from ${FROM} where ${within(scope, 'u.org_code')} order by u.org_code, u.sort, u.id limit 500`.execute(
    db,
  );
  return rows;
}

/** One unit of the scope; `lock` keeps it for this transaction. */
export async function findUnit(db: Db, scope: Scope, id: string, lock = false): Promise<UnitRecord | undefined> {
  const { rows } = await sql<UnitRecord>`
    select ${COLUMNS} from ${FROM} where u.id = ${id} and ${within(scope, 'u.org_code')}
    ${lock ? sql`for update of u` : sql``}`.execute(db);
  return rows[0];
}

export interface UnitFields {
  name: string;
  intro: string;
  cover: string;
  isRequired: boolean;
  sort: number;
}

export async function insertUnit(
  db: Db,
  org: { id: string; code: string },
  of: Omit<UnitFields, 'cover'>,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into video_unit (org_id, org_code, name, intro, is_required, sort, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.intro}, ${of.isRequired}, ${of.sort}, ${by}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

export const setUnitCover = (db: Db, id: string, cover: string) =>
  sql`update video_unit set cover = ${cover} where id = ${id}`.execute(db);

/** Writes a locked unit; answers the new version. */
export async function writeUnit(db: Db, id: string, of: UnitFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update video_unit set name = ${of.name}, intro = ${of.intro}, cover = ${of.cover}, is_required = ${of.isRequired},
           sort = ${of.sort}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether a unit holds videos, deleted ones in the recycle bin included. */
export async function hasVideos(db: Db, id: string): Promise<{ shown: boolean; binned: boolean }> {
  const { rows } = await sql<{ shown: boolean; binned: boolean }>`
    select coalesce(bool_or(deleted_at is null), false) as shown, coalesce(bool_or(deleted_at is not null), false) as binned
      from video where unit_id = ${id}`.execute(db);
  return rows[0] ?? { shown: false, binned: false };
}

export const dropUnit = (db: Db, id: string) => sql`delete from video_unit where id = ${id}`.execute(db);
