import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/**
 * Writes an inflow that somebody reported; null where this person has one that runs: nothing is told of it. `member_id` and the
 * index of the id card each stand once among the running ones.
 */
export async function insertReported(db: Db, columns: Record<string, unknown>, by: string): Promise<string | null> {
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: string }>`
    insert into mobile_inflow (${sql.join(names)}, created_by, updated_by)
    values (${sql.join(Object.values(columns))}, ${by}, ${by}) on conflict do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

export interface SettingRecord {
  most: number;
  version: number;
  orgId: string;
  orgName: string;
}

/** The setting of how many one contact person may have that holds at an organisation; undefined: nobody has set it. */
export async function findSetting(db: Db, orgCode: string): Promise<SettingRecord | undefined> {
  const { rows } = await sql<SettingRecord>`
    select s.most, s.version, o.id as "orgId", o.name as "orgName" from mobile_setting s join organisation o on o.id = s.org_id
     where o.deleted_at is null and ${orgCode}::text like o.code || '%' order by length(o.code) desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Writes an organisation's setting; undefined where another version stands. */
export async function writeSetting(db: Db, orgId: string, most: number, version: number, by: string) {
  const { rows } = await sql<{ version: number }>`
    insert into mobile_setting (org_id, most, updated_by) select ${orgId}::bigint, ${most}, ${by} where ${version} = 0
       or exists (select from mobile_setting where org_id = ${orgId})
    on conflict (org_id) do update set most = excluded.most, version = mobile_setting.version + 1, updated_at = now(),
           updated_by = excluded.updated_by where mobile_setting.version = ${version}
    returning version`.execute(db);
  return rows[0]?.version;
}
