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
