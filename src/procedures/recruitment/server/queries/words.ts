import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface WordRecord {
  id: string;
  title: string;
  step: number;
  number: number;
  isRetired: boolean;
}
export interface WordVersion {
  wordId: string;
  number: number;
  fileId: string;
  fields: string[];
  remark: string;
  createdBy: string;
  createdAt: Date;
}

const WORD = sql`id, title, step_no as step, number, is_retired as "isRetired"`;
const VERSION = sql`word_id as "wordId", number, file_id as "fileId", fields, remark, created_by as "createdBy",
  created_at as "createdAt"`;

/** The own documents by step; those that were retired only where asked for. */
export async function words(db: Db, retired: boolean): Promise<WordRecord[]> {
  const { rows } = await sql<WordRecord>`
    select ${WORD} from development_word where ${retired} or not is_retired order by is_retired, step_no, id`.execute(
    db,
  );
  return rows;
}

/** Every version of every document, the newest first. */
export async function allVersions(db: Db): Promise<WordVersion[]> {
  const { rows } = await sql<WordVersion>`
    select ${VERSION} from development_word_version order by word_id, number desc`.execute(db);
  return rows;
}

/** One document; `lock` keeps it for this transaction. */
export async function findWord(db: Db, id: string, lock = false): Promise<WordRecord | undefined> {
  const { rows } = await sql<WordRecord>`
    select ${WORD} from development_word where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

export async function findVersion(db: Db, wordId: string, number: number): Promise<WordVersion | undefined> {
  const { rows } = await sql<WordVersion>`
    select ${VERSION} from development_word_version where word_id = ${wordId} and number = ${number}`.execute(db);
  return rows[0];
}

/** A new document without a version yet; undefined: one of this name is given out already. */
export async function insertWord(db: Db, title: string, step: number, by: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into development_word (title, step_no, number, changed_by) values (${title}, ${step}, 1, ${by})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export async function insertVersion(
  db: Db,
  { wordId, number, fileId, fields, remark }: Pick<WordVersion, 'wordId' | 'number' | 'fileId' | 'fields' | 'remark'>,
  by: string,
): Promise<void> {
  await sql`
    insert into development_word_version (word_id, number, file_id, fields, remark, created_by)
    values (${wordId}, ${number}, ${fileId}, ${fields}, ${remark}, ${by})`.execute(db);
}

/** What is given out of a document from now on; false: another one has its name meanwhile. */
export async function setWord(
  db: Db,
  id: string,
  { number, isRetired }: Pick<WordRecord, 'number' | 'isRetired'>,
  by: string,
): Promise<boolean> {
  const { rows } = await sql`
    update development_word w set number = ${number}, is_retired = ${isRetired}, changed_by = ${by}, changed_at = now()
     where id = ${id} and (${isRetired} or not exists (
             select from development_word o where o.title = w.title and o.id <> w.id and not o.is_retired))
    returning 1`.execute(db);
  return rows.length > 0;
}
