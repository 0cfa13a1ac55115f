import type { Db } from '#platform/server/database/db.ts';
import { fileFacts } from '../queries/list.ts';

/** Stored files as pages read them, for any of the ids; what is no longer there is left out. */
export async function wireFiles(db: Db, ids: readonly string[]) {
  const known = new Map((await fileFacts(db, ids)).map((one) => [one.id, one]));
  return (id: string) => {
    const one = known.get(id);
    if (!one) return [];
    const url = `/api/common/download?fileName=${id}`;
    return [{ id, name: one.name, url, thumbnailUrl: '', zoomUrl: '', fileType: one.mime, size: one.size }];
  };
}

/** The same of one row. */
export async function filesOf(db: Db, ids: readonly string[]) {
  return ids.length === 0 ? [] : ids.flatMap(await wireFiles(db, ids));
}
