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
