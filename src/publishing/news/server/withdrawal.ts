import { isPictured } from '#kernel/system/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { findOpen } from './queries/news.ts';
import { isLinkedByNotice, isShown } from './queries/versions.ts';

/** Where a text is shown: its name, and whether it still stands there. */
interface Place {
  name: string;
  still: (db: Db, text: { id: string; token: string }) => Promise<boolean>;
}

const places: Place[] = [
  {
    name: '资讯、首页和搜索',
    still: (db, { id }) => isShown(db, id),
  },
  { name: '公开页', still: async (db, { token }) => (await findOpen(db, token)) !== undefined },
  { name: '轮播', still: (db, { id }) => isPictured(db, id) },
  {
    name: '通知',
    still: (db, { id }) => isLinkedByNotice(db, id),
  },
];

/**
 * A module that shows texts elsewhere says so once: withdrawing names its place until it has taken the text out.
 * @param place `still` answers whether the text stands there, or is not known to be gone
 */
export const registerTextPlace = (place: Place): void => void places.push(place);

/** Each place of the texts, with whether a withdrawn text is gone from there. */
export async function placesOf(
  db: Db,
  text: { id: string; token: string },
): Promise<{ name: string; gone: boolean }[]> {
  const all: { name: string; gone: boolean }[] = [];
  for (const { name, still } of places) all.push({ name, gone: !(await still(db, text)) });
  return all;
}
