import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** What is set for one host, `*` for all. */
export interface SiteRow {
  host: string;
  data: object;
  secrets_enc: Buffer | null;
  version: number;
  updated_at: Date;
  updated_by: string;
}

/** The rows of all hosts by name, `*` first; `lock` keeps them, and keeps new ones away, for this transaction. */
export async function listSites(db: Db, lock = false): Promise<SiteRow[]> {
  // What is refused depends on several rows at once, and on rows that are not there yet.
  if (lock) await sql`select pg_advisory_xact_lock(hashtext('site_config'))`.execute(db);
  const { rows } = await sql<SiteRow>`
    select host, data, secrets_enc, version, updated_at, updated_by from site_config order by host <> '*', host`.execute(
    db,
  );
  return rows;
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
