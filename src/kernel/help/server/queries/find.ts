import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface FoundDocument {
  id: string;
  title: string;
}

/**
 * Published documents that hold the words: those whose title does, by signs, pinyin or initials, before those whose text does.
 * @param words small letters without gaps
 */
export async function searchDocuments(db: Db, words: string, limit: number): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    select id, title from (
      select id, title, parent_id, sort, words,
             ${textHolds(sql`title`, words)}
               or strpos(pinyin, ${words}) > 0 or strpos(initials, ${words}) > 0 as titled
        from help_document where deleted_at is null and published) as document
     where titled or ${textHolds(sql`words`, words)}
     order by titled desc, parent_id nulls first, sort, id limit ${limit}`.execute(db);
  return rows;
}

/** Published documents by id. */
export async function documentsById(db: Db, ids: readonly string[]): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    select id, title from help_document
     where id = any(${ids}::bigint[]) and deleted_at is null and published`.execute(db);
  return rows;
}
