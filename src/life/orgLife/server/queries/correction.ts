import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** What archived minutes said before each correction, the latest first. */
export async function correctionsOf(db: Db, meetingId: string) {
  const { rows } = await sql<{ at: Date; by: string; reason: string; before: string }>`
    select created_at as at, created_by as by, reason, before from life_correction
     where meeting_id = ${meetingId} order by id desc`.execute(db);
  return rows;
}

export const insertCorrection = (db: Db, meetingId: string, before: string, reason: string, by: string) =>
  sql`insert into life_correction (meeting_id, before, reason, created_by)
      values (${meetingId}, ${before}, ${reason}, ${by})`.execute(db);
