import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Takes a person's name out of all leaderships, for good. */
export const eraseFromPosts = (db: Db, memberId: string) =>
  sql`update org_post set name = '', member_id = null where member_id = ${memberId}`.execute(db);

/** Takes a person out of the leading members of the newest term of every organisation; answers the posts with their organisations. */
export async function leavePosts(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ post: string }>`
    with newest as (select distinct on (org_id) id, org_id from org_term where deleted_at is null order by org_id, number desc),
         gone as (delete from org_post p using newest n where p.term_id = n.id and p.member_id = ${memberId}
                  returning p.org_id, p.post)
    select o.name || ' ' || gone.post as post from gone join organisation o on o.id = gone.org_id`.execute(db);
  return rows.map(({ post }) => post);
}

/** Ends the posts of current leaderships of organisations to which somebody at a place does not belong any more; answers how they are called. */
export async function leavePostsElsewhere(db: Db, memberId: string, nowAt: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with gone as (
      delete from org_post p using org_term t, organisation o
       where t.id = p.term_id and t.is_current and o.id = p.org_id and p.member_id = ${memberId}
         and not starts_with(${nowAt}, o.code)
      returning p.term_id, o.name || p.post as name),
    touched as (update org_term set version = version + 1, updated_at = now() where id in (select term_id from gone) returning id)
    select name from gone`.execute(db);
  return rows.map(({ name }) => name);
}
