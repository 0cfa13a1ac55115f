import { type RawBuilder, sql } from 'kysely';
import type { SettingLine } from '#overview/report/contract.setting.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface Setting {
  orgId: string;
  orgName: string;
  reports: SettingLine[];
  version: number;
}

/** The setting that holds at an organisation: its own, or that of the nearest above it. */
export async function findSetting(db: Db, code: string): Promise<Setting | undefined> {
  const { rows } = await sql<Setting>`/* prepared */
    select s.org_id::text as "orgId", o.name as "orgName", s.reports, s.version
      from report_setting s join organisation o on o.id = s.org_id and o.deleted_at is null
     where o.code = any(array(select left(${code}::text, cut) from generate_series(4, length(${code}::text), 4) as cut))
     order by length(o.code) desc limit 1`.execute(db);
  return rows[0];
}

/** The setting that holds at an organisation does not offer a report. @param code of the organisation @param key of the report */
export const isHidden = (
  code: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce((
  select s.reports @> jsonb_build_array(jsonb_build_object('key', ${key}, 'shown', false))
    from report_setting s join organisation o on o.id = s.org_id and o.deleted_at is null
   where starts_with(${code}, o.code) order by length(o.code) desc limit 1), false)`;

/** Writes the setting of an organisation; undefined: somebody else has written meanwhile. @param version as it was read; 0: there was none */
export async function saveSetting(db: Db, orgId: string, version: number, reports: readonly SettingLine[], by: string) {
  const { rows } = await sql<{ version: number }>`
    insert into report_setting (org_id, reports, updated_by) values (${orgId}, ${JSON.stringify(reports)}::jsonb, ${by})
    on conflict (org_id) do update set reports = excluded.reports, version = report_setting.version + 1, updated_at = now(),
      updated_by = excluded.updated_by
     where report_setting.version = ${version}
    returning version`.execute(db);
  return rows[0]?.version;
}

/** Takes it away; false: it was changed meanwhile, or is not there. */
export async function deleteSetting(db: Db, orgId: string, version: number): Promise<boolean> {
  const { rows } =
    await sql`delete from report_setting where org_id = ${orgId} and version = ${version} returning org_id`.execute(db);
  return rows.length > 0;
}
