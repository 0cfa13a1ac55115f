import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** An attachment with what it says; `words` is null before it was read. */
export interface FileText {
  id: string;
  name: string;
  size: number;
  words: string | null;
  isRead: boolean;
}

/** Attachments by their ids with what was read of them, in the order in which they are named. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<FileText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FileText>`
    select f.id, f.name, f.size::float8 as size, t.words, coalesce(t.is_read, false) as "isRead"
      from unnest(${ids}::text[]) with ordinality as asked (id, place)
      join stored_file f on f.id = asked.id left join archive_file_text t on t.file_id = f.id
     order by place`.execute(db);
  return rows;
}

export const keepText = (db: Db, id: string, words: string, isRead: boolean) =>
  sql`insert into archive_file_text (file_id, words, is_read) values (${id}, ${words}, ${isRead})
      on conflict (file_id) do nothing`.execute(db);

/** Where the bytes of a stored file are kept. */
export async function keyOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(bytes_of, id) as key from stored_file where id = ${id}`.execute(db);
  return rows[0]?.key ?? id;
}
