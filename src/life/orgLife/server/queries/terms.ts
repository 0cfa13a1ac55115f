import { sql } from 'kysely';
import type { Terms } from '#life/orgLife/rules.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface TermsRecord extends Terms {
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

/** The terms of organisation life; locked where they are to be written. */
export async function termsOf(db: Db, lock = false): Promise<TermsRecord> {
  const { rows } = await sql<TermsRecord>`
    select silent_days::int as "silentDays", archive_days::int as "archiveDays", report_days::int as "reportDays", plan_days::int as "planDays", version,
           updated_by as "updatedBy", updated_at as "updatedAt"
      from life_terms where id = 1 ${lock ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('life_terms has no row');
  return row;
}

export const writeTerms = (db: Db, of: Terms, by: string) =>
  sql`update life_terms set silent_days = ${of.silentDays}, archive_days = ${of.archiveDays}, report_days = ${of.reportDays}, plan_days = ${of.planDays},
             version = version + 1, updated_at = now(), updated_by = ${by} where id = 1`.execute(db);
