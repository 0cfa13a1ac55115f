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
