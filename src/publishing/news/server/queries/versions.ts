import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface VersionRecord {
  number: number;
  title: string;
  content: string;
  cover: string;
  video: string;
  files: string[];
  note: string;
  publishedAt: Date;
  writtenBy: string;
  approvedBy: string;
}

/** Every version of an article, the newest first. Who may see the article is asked before. */
export async function versionsOf(db: Db, id: string): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select number, title, content, cover, video, files, note, published_at as "publishedAt", written_by as "writtenBy",
           approved_by as "approvedBy"
      from archive_version where article_id = ${id} order by number desc`.execute(db);
  return rows;
}

/** Labels that were used before, and those of the label library, that stand in a text; the most used first. */
export async function labelsIn(db: Db, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name, 0 as used from content_label where deleted_at is null
      union all select label, count(*) from archive_article cross join unnest(labels) as label where deleted_at is null group by label
    ) as known
     where length(name) > 1 and strpos(${text}, name) > 0 group by name order by max(used) desc, name limit ${limit}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** What the log knows of the way of an article, the oldest first. */
export async function trailOf(db: Db, id: string) {
  const { rows } = await sql<{ at: Date; act: string; by: string; text: string }>`
    select at, action as act, account_name as by, coalesce(reason, '') as text
      from audit_log where target_type = 'archiveArticle' and target_id = ${id} and outcome = 'done' order by id limit 200`.execute(
    db,
  );
  return rows;
}

/** Whether a version of a text is shown. */
export async function isShown(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
     where a.id = ${id} and a.deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Whether the notice of a text still leads to it. */
export async function isLinkedByNotice(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from archive_article a join notice n on n.id = a.notice_id where a.id = ${id} and n.jump_url <> ''`.execute(
    db,
  );
  return rows.length > 0;
}
