import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { filesExpired } from '#platform/server/files/files.ts';

/** A video that waits for its conversion. */
export interface Source {
  orgCode: string;
  accountId: string;
  name: string;
  bytesOf: string;
  seconds: number;
}

/** The file of a video that is 处理中; undefined where that is over or it has another file. */
export async function sourceOf(db: Db, id: string, fileId: string): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select v.org_code as "orgCode", s.account_id::text as "accountId", s.name, coalesce(s.bytes_of, s.id) as "bytesOf", v.seconds
      from video v join stored_file s on s.id = v.file_id
     where v.id = ${id} and v.file_id = ${fileId} and v.state = 4 and v.deleted_at is null`.execute(db);
  return rows[0];
}

/** What is 处理中 becomes a draft again, or stays taken down, with the reason. */
export const endConversion = (db: Db, id: string, fileId: string, reason: string) =>
  sql`update video set state = case when published_at is null then 0 else 2 end, withdrawn_for = ${reason}, version = version + 1,
             updated_at = now()
       where id = ${id} and file_id = ${fileId} and state = 4`.execute(db);

/** The converted file takes the place of the one that came in, which is let go. */
export async function takeFilm(
  db: Db,
  of: { videoId: string; fileId: string; made: string; seconds: number; codec: string },
): Promise<void> {
  const { rows } = await sql<{ fileId: string }>`
    update video set file_id = ${of.made}, seconds = ${of.seconds}, codec = ${of.codec}, version = version + 1, updated_at = now(),
           state = case when published_at is null then 0 else 2 end,
           withdrawn_for = case when published_at is null then '' else '视频文件已更换' end
     where id = ${of.videoId} and file_id = ${of.fileId} and state = 4 returning file_id as "fileId"`.execute(db);
  // Whoever has changed the video meanwhile keeps what they chose.
  const goes = rows.length > 0 ? of.fileId : of.made;
  await filesExpired(sql`id = ${goes}`, { days: 30 }).execute(db);
}

/** A video that has no cover. */
interface Coverless {
  id: string;
  orgCode: string;
  accountId: string;
  bytesOf: string;
  seconds: number;
}

/** Videos without a cover of which none was tried, the newest first. */
export async function listVideosWithoutCover(db: Db, limit: number): Promise<Coverless[]> {
  const { rows } = await sql<Coverless>`
    select v.id::text as id, v.org_code as "orgCode", s.account_id::text as "accountId", coalesce(s.bytes_of, s.id) as "bytesOf",
           v.seconds from video v join stored_file s on s.id = v.file_id
     where v.cover = '' and not v.cover_tried and v.deleted_at is null and v.state <> 4 order by v.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Gives a video the cover that was drawn (empty: none), where nobody has given it one meanwhile. */
export async function setCover(db: Db, id: string, cover: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update video set cover = ${cover}, cover_tried = true where id = ${id} and cover = '' returning id`.execute(db);
  if (rows.length === 0 && cover !== '') await filesExpired(sql`id = ${cover}`, { days: 1 }).execute(db);
}
