import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface PlaceRow {
  id: string;
  code: string;
  name: string;
  /** Names from the top of the scope down to it. */
  path: string;
}

/** An organisation of the scope; `lock` holds its limits against another change. */
export async function findPlace(db: Db, scope: Scope, orgId: string, lock = false): Promise<PlaceRow | undefined> {
  if (lock) await sql`select from organisation where id = ${orgId} for no key update`.execute(db);
  const { rows } = await sql<PlaceRow>`
    select o.id, o.code, o.name,
           (select coalesce(string_agg(above.name, ' > ' order by above.code), '') from organisation above
             where above.code in (select left(o.code, cut)
                                    from generate_series(${scope.from.length}::int, length(o.code), 4) as cut)) as path
      from organisation o
     where o.id = ${orgId} and o.deleted_at is null and ${within(scope, 'o.code')}`.execute(db);
  return rows[0];
}

export interface LimitRow {
  org_id: string;
  org_name: string;
  permission_key: string;
  changed_at: Date;
  changed_by: string;
}

/** Limits that hold at an organisation: its own and those of all organisations above it, nearest first. */
export async function limitsAt(db: Db, orgCode: string): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select l.org_id, lo.name as org_name, l.permission_key, l.changed_at, l.changed_by
      from organisation lo join org_limit l on l.org_id = lo.id
     where lo.code in (select left(${orgCode}, cut) from generate_series(4, length(${orgCode}), 4) as cut)
     order by lo.code desc, l.permission_key`.execute(db);
  return rows;
}

export async function addLimits(db: Db, orgId: string, keys: readonly string[], by: string): Promise<void> {
  await sql`
    insert into org_limit (org_id, permission_key, changed_by)
    select ${orgId}, key, ${by} from unnest(${keys}::text[]) as key on conflict do nothing`.execute(db);
}

export const removeLimits = (db: Db, orgId: string, keys: readonly string[]) =>
  sql`delete from org_limit where org_id = ${orgId} and permission_key = any(${keys}::text[])`.execute(db);
