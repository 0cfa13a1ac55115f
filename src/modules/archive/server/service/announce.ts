import type { Db } from '#platform/server/db.ts';
import * as queries from '../queries/announce.ts';

/** Sends an announcement that is shown now to everybody whom it is for and who has not got it; nothing for other kinds. */
export async function announce(db: Db, id: string): Promise<void> {
  const row = await queries.findAnnounced(db, id);
  if (!row) return;
  const noticeId = row.noticeId ?? (await queries.makeNotice(db, row));
  await queries.deliver(db, { ...row, noticeId });
}

/** Takes the text of a withdrawn announcement out of everybody's messages; the receipts stay. */
export async function withdrawNotice(db: Db, noticeId: string | null): Promise<void> {
  if (noticeId !== null) await queries.blankNotice(db, noticeId);
}
