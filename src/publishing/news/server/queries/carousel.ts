import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Kind } from '#publishing/news/rules.ts';

/** The shown version of an article as the carousel needs it. */
export interface Pictured {
  id: string;
  kind: Kind;
  orgId: string;
  orgCode: string;
  title: string;
  cover: string;
  until: string | null;
  audience: string;
}

export async function pictured(db: Db, id: string): Promise<Pictured | undefined> {
  const { rows } = await sql<Pictured>`
    select a.id, a.kind, a.org_id as "orgId", a.org_code as "orgCode", v.title, v.cover, v.shown_until::text as until, v.audience
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number where a.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Whether an article is one of the carousel's pictures now. */
export async function inCarousel(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from swiper where article_id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Says that a file is a picture of the carousel and of no other row. */
export const nameFile = (db: Db, fileId: string, orgCode: string) =>
  sql`update stored_file set kind = 'swiper.picture', row_id = null, org_code = ${orgCode}, expires_at = null where id = ${fileId}`.execute(
    db,
  );

export const tieToArticle = (db: Db, swiperId: string, articleId: string) =>
  sql`update swiper set article_id = ${articleId} where id = ${swiperId}`.execute(db);

/** Takes the picture of an article out, for good: what it leads to is not there. Answers whether there was one. */
export async function untie(db: Db, articleId: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from swiper where article_id = ${articleId} returning file_id)
    update stored_file f set expires_at = now() from gone where f.id = gone.file_id returning 1`.execute(db);
  return rows.length > 0;
}

/** Follows a correction: its title, and a last day that is not later than the text's. */
export const follow = (db: Db, articleId: string, title: string, until: string | null) =>
  sql`update swiper set title = left(${title}, 40), ends_on = least(ends_on, ${until}::date), version = version + 1
       where article_id = ${articleId} and deleted_at is null`.execute(db);
