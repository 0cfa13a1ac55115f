import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Now, by the database's clock. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}
