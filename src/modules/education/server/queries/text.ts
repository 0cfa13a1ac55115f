import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { nameGrams } from '#platform/server/nameSearch.ts';

/** A document whose newest file has not been read. */
export interface UnreadDocument {
  id: string;
  fileId: string;
  fileName: string;
  bytesOf: string;
  size: number;
}

/** Documents whose newest file nobody has read for its words, the newest first. */
export async function unreadDocuments(db: Db, limit: number): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select d.id, d.file_id as "fileId", s.name as "fileName", coalesce(s.bytes_of, s.id) as "bytesOf", s.size::float8 as size
      from knowledge_document d join stored_file s on s.id = d.file_id
     where d.deleted_at is null and not exists (select from knowledge_text k where k.document_id = d.id and k.file_id = d.file_id)
     order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Keeps what a file says, unless the document has another one by now. */
export async function keepText(db: Db, of: { id: string; fileId: string; words: string; note: string }): Promise<void> {
  await sql`
    insert into knowledge_text (document_id, file_id, words, grams, note)
    select id, file_id, ${of.words}, ${nameGrams(of.words)}::text[], ${of.note}
      from knowledge_document where id = ${of.id} and file_id = ${of.fileId}
    on conflict (document_id) do update set file_id = excluded.file_id, words = excluded.words, grams = excluded.grams,
           note = excluded.note, read_at = now()`.execute(db);
}
