import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Of labels those that stand on no text that was ever approved. */
export async function newLabels(db: Db, labels: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select label from unnest(${labels}::text[]) as label
     where not exists (select from archive_version v where v.labels @> array[label])`.execute(db);
  return rows.map(({ label }) => label);
}

/** Writes the labels of a locked text, and of the version of it that readers have, or would have again. */
export const writeLabels = (db: Db, id: string, labels: readonly string[], by: string) =>
  sql`with shown as (
        update archive_version v set labels = ${labels}::text[] from archive_article a
         where a.id = ${id} and v.article_id = a.id and v.number = coalesce(a.shown_number, (select max(l.number) from archive_version l where l.article_id = a.id)))
      update archive_article set labels = ${labels}::text[], version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);
