import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** What an export says of an organisation beyond its row in the list. */
export interface ExportDetail {
  id: string;
  founded_on: string | null;
  unit_relation: string;
  can_approve: boolean;
  functional: boolean;
  address: string;
  introduction: string;
  lng: number | null;
  lat: number | null;
}

/** The same of organisations that were found within a scope, by their ids. */
export async function exportDetails(db: Db, ids: readonly string[]): Promise<Map<string, ExportDetail>> {
  const { rows } = await sql<ExportDetail>`
    select id, founded_on, unit_relation, can_approve, functional, address, introduction, lng, lat
      from organisation where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
