import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** What happened to a score. */
interface Happened {
  scoreId: string;
  act: string;
  /** Points before and after, hundredths. */
  old?: number | null;
  new?: number | null;
  text?: string;
  orgName: string;
  by: string;
}

interface Entry {
  id: string;
  act: string;
  old: number | null;
  new: number | null;
  text: string;
  orgName: string;
  madeBy: string;
  madeAt: Date;
}

/** The history of scores in one table: only added to, read in order. @param table one made like `integral_entry` */
export const historyIn = (table: 'integral_entry' | 'trinity_entry') => ({
  note: (db: Db, one: Happened) =>
    sql`insert into ${sql.table(table)} (score_id, act, old, new, text, org_name, made_by)
        values (${one.scoreId}, ${one.act}, ${one.old ?? null}, ${one.new ?? null}, ${one.text ?? ''}, ${one.orgName}, ${one.by})`.execute(
      db,
    ),
  entriesOf: async (db: Db, scoreId: string): Promise<Entry[]> => {
    const { rows } = await sql<Entry>`
      select id, act, old, new, text, org_name as "orgName", made_by as "madeBy", made_at as "madeAt" from ${sql.table(table)}
       where score_id = ${scoreId} order by id limit 200`.execute(db);
    return rows;
  },
});
