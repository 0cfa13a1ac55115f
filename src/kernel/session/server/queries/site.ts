import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** What is set for some hosts, the keys encrypted in base64, and the database's clock in epoch milliseconds. */
export async function readSite(
  db: Db,
  hosts: readonly string[],
): Promise<{ now: number; rows: { host: string; data: object; secrets: string | null }[] }> {
  const { rows } = await sql<{
    now: number;
    rows: { host: string; data: object; secrets: string | null }[] | null;
  }>`/* prepared */
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now,
           (select json_agg(json_build_object('host', host, 'data', data, 'secrets', encode(secrets_enc, 'base64')))
              from site_config where host = any(${hosts}::text[])) as rows`.execute(db);
  return { now: rows[0]?.now ?? 0, rows: rows[0]?.rows ?? [] };
}

/** Writes a host's settings and encrypted keys; answers the new version. */
export async function saveSite(
  db: Db,
  host: string,
  site: { data: object; secrets: Buffer | null },
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into site_config (host, data, secrets_enc, updated_by)
    values (${host}, ${JSON.stringify(site.data)}::jsonb, ${site.secrets}, ${by})
    on conflict (host) do update
       set data = excluded.data, secrets_enc = excluded.secrets_enc, updated_by = excluded.updated_by,
           version = site_config.version + 1, updated_at = now()
    returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes a host's row away. */
export async function deleteSite(db: Db, host: string): Promise<void> {
  await sql`delete from site_config where host = ${host}`.execute(db);
}

/** Writes the switch into the settings that all hosts share. */
export const saveSwitch = (db: Db, on: boolean, by: string) =>
  sql`insert into site_config (host, data, updated_by)
      values ('*', jsonb_build_object('separateAdministrators', ${on}::boolean), ${by})
      on conflict (host) do update set data = site_config.data || excluded.data, version = site_config.version + 1,
        updated_at = now(), updated_by = excluded.updated_by`.execute(db);
