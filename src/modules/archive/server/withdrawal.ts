import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inCarousel } from './queries/carousel.ts';
import { findOpen } from './queries/news.ts';

/** Where a text is shown: its name, and whether it still stands there. */
interface Place {
  name: string;
  still: (db: Db, text: { id: string; token: string }) => Promise<boolean>;
}

const found = async (rows: Promise<{ rows: unknown[] }>) => (await rows).rows.length > 0;

const places: Place[] = [
  {
    name: '资讯、首页和搜索',
    still: (db, { id }) =>
      found(
        sql`select from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
             where a.id = ${id} and a.deleted_at is null`.execute(db),
      ),
  },
  { name: '公开页', still: async (db, { token }) => (await findOpen(db, token)) !== undefined },
  { name: '轮播', still: (db, { id }) => inCarousel(db, id) },
  {
    name: '通知',
    still: (db, { id }) =>
      found(
        sql`select from archive_article a join notice n on n.id = a.notice_id
             where a.id = ${id} and n.jump_url <> ''`.execute(db),
      ),
  },
];

/**
 * A module that shows texts elsewhere says so once: withdrawing names its place until it has taken the text out.
 * @param place `still` answers whether the text stands there, or is not known to be gone
 */
export const showsTexts = (place: Place): void => void places.push(place);

/** Each place of the texts, with whether a withdrawn text is gone from there. */
export async function placesOf(
  db: Db,
  text: { id: string; token: string },
): Promise<{ name: string; gone: boolean }[]> {
  const all: { name: string; gone: boolean }[] = [];
  for (const { name, still } of places) all.push({ name, gone: !(await still(db, text)) });
  return all;
}
