import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';

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

/** A version whose office file nobody has laid out. */
export interface UnlaidVersion {
  documentId: string;
  number: number;
  orgCode: string;
  accountId: string;
  name: string;
  bytesOf: string;
  size: number;
}

/** Versions of documents that the page can show only as PDF and that nobody has tried to lay out, the newest first. */
export async function listVersionsToLayOut(db: Db, limit: number): Promise<UnlaidVersion[]> {
  const { rows } = await sql<UnlaidVersion>`
    select d.id::text as "documentId", v.number, s.org_code as "orgCode", s.account_id::text as "accountId", s.name,
           coalesce(s.bytes_of, s.id) as "bytesOf", s.size::float8 as size
      from knowledge_version v join knowledge_document d on d.id = v.document_id join stored_file s on s.id = v.file_id
     where d.deleted_at is null and v.shown_note is null and s.name ~* '[.](doc|ppt|pptx|wps|et|dps|odt|ods|odp|rtf)$'
     order by d.id desc, v.number desc limit ${limit}`.execute(db);
  return rows;
}

/** Keeps the PDF of a version, or why there is none. */
export const saveLayout = (db: Db, id: string, number: number, of: { shownId: string | null; note: string }) =>
  sql`update knowledge_version set shown_id = ${of.shownId}, shown_note = ${of.note}
       where document_id = ${id} and number = ${number}`.execute(db);
