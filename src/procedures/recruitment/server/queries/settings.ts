import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { RuleSettings } from '#procedures/recruitment/rules/days.ts';

const COLUMNS = sql`switch_day as "switchDay", inclusive, late_days as "lateDays", thought_months as "thoughtMonths"`;

/** What the site set of the rules. */
export async function readSettings(db: Db): Promise<RuleSettings> {
  const { version: _, ...settings } = await settingsRow(db);
  return settings;
}

/** The same with its version, for whoever changes it. */
export async function settingsRow(db: Db): Promise<RuleSettings & { version: number }> {
  const { rows } = await sql<RuleSettings & { version: number }>`
    select ${COLUMNS}, version from development_setting`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the row of development_setting is missing');
  return row;
}

/** Writes other settings; false where somebody else has done so meanwhile. */
export async function writeSettings(
  db: Db,
  { switchDay, inclusive, lateDays, thoughtMonths }: RuleSettings,
  version: number,
  by: string,
): Promise<boolean> {
  const { rows } = await sql`
    update development_setting
       set switch_day = ${switchDay}, inclusive = ${inclusive}, late_days = ${lateDays}, thought_months = ${thoughtMonths},
           version = version + 1, changed_by = ${by}, changed_at = now()
     where version = ${version} returning version`.execute(db);
  return rows.length > 0;
}
