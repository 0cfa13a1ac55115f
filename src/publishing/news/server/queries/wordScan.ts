import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { WordKind } from '#platform/text/textWords.ts';

export interface NewWord {
  id: string;
  kind: WordKind;
  word: string;
  proper: string;
  folded: string;
  version: number;
}

/** Words that the texts which stand already were not searched for yet; locked, so that one process searches. */
export async function newWords(db: Db, limit: number): Promise<NewWord[]> {
  const { rows } = await sql<NewWord>`
    select id, kind, word, proper, folded, version from text_word where scanned_version < version
     order by id limit ${limit} for update skip locked`.execute(db);
  return rows;
}

export interface StandingText {
  id: string;
  kind: 'article' | 'video' | 'notice';
  orgId: string;
  orgCode: string;
  title: string;
  summary: string;
  words: string;
  note: string;
  files: string[];
}

/** Texts that readers have before them, a step of them behind an id. */
export async function standing(db: Db, after: string, limit: number): Promise<StandingText[]> {
  const { rows } = await sql<StandingText>`
    select a.id, a.kind, a.org_id as "orgId", a.org_code as "orgCode", v.title, v.summary, v.words, v.note, v.files
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
     where a.id > ${after} and a.deleted_at is null order by a.id limit ${limit}`.execute(db);
  return rows;
}

export interface StandingPost {
  id: string;
  orgId: string;
  orgCode: string;
  name: string;
  content: string;
}

/** Posts behind an id that are before readers and hold one of the words; the last id that was looked at. */
export async function postsWith(
  db: Db,
  folded: readonly string[],
  after: string,
  limit: number,
): Promise<{ found: StandingPost[]; last: string | null }> {
  const { rows } = await sql<{ last: string | null; found: StandingPost[] }>`
    with step as materialized (
      select id, org_id, org_code, name, content from circle_post
       where id > ${after} and deleted_at is null and not is_hidden order by id limit ${limit})
    select (select max(id)::text from step) as last,
           coalesce((select json_agg(json_build_object('id', id::text, 'orgId', org_id::text, 'orgCode', org_code, 'name', name,
                                                       'content', content))
                       from step where exists (select from unnest(${folded}::text[]) as w
                                                where strpos(lower(regexp_replace(content, '\\s', '', 'g')), w) > 0)), '[]') as found`.execute(
    db,
  );
  return rows[0] ?? { found: [], last: null };
}
