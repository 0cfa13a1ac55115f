import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { WorkCalendar } from '#platform/time/workdays.ts';

/** The tables of working days that are known, by year. */
export async function workCalendar(db: Db): Promise<WorkCalendar> {
  const { rows } = await sql<{ year: number; off: string[]; work: string[] }>`
    select year, off, work from work_calendar`.execute(db);
  return Object.fromEntries(rows.map(({ year, off, work }) => [String(year), { off, work }]));
}
