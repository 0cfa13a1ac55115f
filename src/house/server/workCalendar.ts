import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { WorkCalendar } from '#platform/time/workdays.ts';

/** The tables of working days that are known, by year. */
export async function workCalendar(db: Db): Promise<WorkCalendar> {
  const { rows } = await sql<{ year: number; off: string[]; work: string[] }>`
    select year, off, work from work_calendar`.execute(db);
  return Object.fromEntries(rows.map(({ year, off, work }) => [String(year), { off, work }]));
}

/** The table of a year as it stands. */
export interface WorkYearRecord {
  year: number;
  off: string[];
  work: string[];
  version: number;
}

/** The tables of working days, the latest year first. */
export async function workYears(db: Db): Promise<WorkYearRecord[]> {
  const { rows } = await sql<WorkYearRecord>`
    select year, off, work, version from work_calendar order by year desc`.execute(db);
  return rows;
}

/** Writes a year's table at the version that was read; false where it was changed meanwhile. */
export async function writeWorkYear(db: Db, table: WorkYearRecord & { by: string }): Promise<boolean> {
  const { rows } = table.version
    ? await sql`
        update work_calendar set off = ${table.off}::text[], work = ${table.work}::text[], version = version + 1,
               updated_at = now(), updated_by = ${table.by}
         where year = ${table.year} and version = ${table.version} returning year`.execute(db)
    : await sql`
        insert into work_calendar (year, off, work, updated_by)
        values (${table.year}, ${table.off}::text[], ${table.work}::text[], ${table.by}) on conflict do nothing returning year`.execute(
        db,
      );
  return rows.length > 0;
}
