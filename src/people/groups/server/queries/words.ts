import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { comparableWord, type WordKind } from '#platform/text/textWords.ts';

export interface WordRecord {
  id: string;
  kind: WordKind;
  word: string;
  proper: string;
  note: string;
  version: number;
  updatedAt: Date;
  updatedBy: string;
}
export interface WordFields {
  kind: number;
  word: string;
  proper: string;
  note: string;
}

const COLUMNS = sql`id, kind, word, proper, note, version, updated_at as "updatedAt", updated_by as "updatedBy"`;

/** A page of the words, by kind and word. */
export async function pageOfWords(db: Db, kind: number | null, word: string, limit: number, offset: number) {
  const where = sql`from text_word where (${kind}::smallint is null or kind = ${kind})
    and (${comparableWord(word)} = '' or ${textHolds(sql`folded`, comparableWord(word))})`;
  const [rows, total] = await Promise.all([
    sql<WordRecord>`select ${COLUMNS} ${where} order by kind, word collate "C", id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** What changes whenever a word does. */
export async function stampOfWords(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(version), 0) as stamp from text_word`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/** One word, locked. */
export async function lockWord(db: Db, id: string): Promise<WordRecord | undefined> {
  const { rows } = await sql<WordRecord>`select ${COLUMNS} from text_word where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function insertWord(db: Db, of: WordFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into text_word (kind, word, folded, proper, note, updated_by)
    values (${of.kind}, ${of.word}, ${comparableWord(of.word)}, ${of.proper}, ${of.note}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

export async function writeWord(db: Db, id: string, of: WordFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update text_word set kind = ${of.kind}, word = ${of.word}, folded = ${comparableWord(of.word)}, proper = ${of.proper},
           note = ${of.note}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const dropWord = (db: Db, id: string) => sql`delete from text_word where id = ${id}`.execute(db);

/** Writes many words at once; one that is there already gets its new kind, writing and note. Answers how many were new. */
export async function mergeWords(db: Db, all: readonly WordFields[], by: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into text_word (kind, word, folded, proper, note, updated_by)
      select kind, word, folded, proper, note, ${by}
        from unnest(${all.map(({ kind }) => kind)}::smallint[], ${all.map(({ word }) => word)}::text[],
                    ${all.map(({ word }) => comparableWord(word))}::text[], ${all.map(({ proper }) => proper)}::text[],
                    ${all.map(({ note }) => note)}::text[]) as one (kind, word, folded, proper, note)
      on conflict (folded) do update set kind = excluded.kind, word = excluded.word, proper = excluded.proper,
        note = excluded.note, version = text_word.version + 1, updated_at = now(), updated_by = excluded.updated_by
      returning version)
    select count(*) filter (where version = 1)::int as n from made`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countWords(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from text_word`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Notes up to which version the standing texts were searched for words. */
export const wordsScanned = (db: Db, words: readonly { id: string; version: number }[]) =>
  sql`update text_word w set scanned_version = one.version
        from unnest(${words.map(({ id }) => id)}::bigint[], ${words.map(({ version }) => version)}::int[]) as one (id, version)
       where w.id = one.id`.execute(db);
