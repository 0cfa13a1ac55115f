import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface FoundNotice {
  id: string;
  type: string;
  title: string;
  createdAt: Date;
}

/** What leads to a page of its own is found as that page is. */
const own = (accountId: string) => sql`
  select n.id, n.type, n.title, n.created_at as "createdAt"
    from notice_recipient r join notice n on n.id = r.notice_id
   where r.account_id = ${accountId} and r.deleted_at is null and n.jump_url = ''`;

/**
 * An account's newest notices whose title, its pinyin or initials hold the words.
 * @param words small letters without gaps
 */
export async function searchNotices(db: Db, accountId: string, words: string, limit: number): Promise<FoundNotice[]> {
  const { rows } = await sql<FoundNotice>`
    ${own(accountId)} and (${textHolds(sql`n.title`, words)}
      or strpos(n.pinyin, ${words}) > 0 or strpos(n.initials, ${words}) > 0)
     order by r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Notices by id, as far as the account has them. */
export async function noticesById(db: Db, accountId: string, ids: readonly string[]): Promise<FoundNotice[]> {
  const { rows } = await sql<FoundNotice>`${own(accountId)} and n.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
