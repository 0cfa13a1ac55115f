import { type RawBuilder, sql } from 'kysely';
import type { Audience, Chapter, VideoState } from '#learning/education/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** A video as it is worked on. */
export interface VideoRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  unitId: string;
  unitName: string;
  isRequired: boolean;
  title: string;
  intro: string;
  speaker: string;
  year: number | null;
  cover: string;
  fileId: string;
  seconds: number;
  codec: string;
  chapters: Chapter[];
  subtitles: string;
  labels: string[];
  audience: Audience;
  countsHours: boolean;
  share: number;
  sort: number;
  state: VideoState;
  withdrawnFor: string;
  publishedAt: Date | null;
  viewers: number;
  learned: number;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const COLUMNS = sql`v.id, v.org_id as "orgId", v.org_code as "orgCode", o.name as "orgName", v.unit_id as "unitId",
  u.name as "unitName", u.is_required as "isRequired", v.title, v.intro, v.speaker, v.year, v.cover, v.file_id as "fileId",
  v.seconds, v.codec, v.chapters, v.subtitles, v.labels, v.audience, v.counts_hours as "countsHours", v.share, v.sort,
  v.state, v.withdrawn_for as "withdrawnFor", v.published_at as "publishedAt", v.viewers,
  (select count(distinct s.account_id)::int from video_seen s where s.video_id = v.id and s.done_at is not null) as learned,
  v.version, v.updated_by as "updatedBy", v.updated_at as "updatedAt"`;
const FROM = sql`video v join video_unit u on u.id = v.unit_id
  join organisation o on o.id = v.org_id and o.deleted_at is null`;

/** Words within title, speaker or introduction. */
export const matchesVideo = (words: string): RawBuilder<boolean> => sql`(
  letter_grams(v.title || ' ' || v.speaker || ' ' || v.intro) @> ${queryGrams(words)}::text[]
  and ${textHolds(sql`v.title || ' ' || v.speaker || ' ' || v.intro`, words)})`;

/** A page of the videos of a scope in every state, the newest first; those of one unit in their order. */
export async function pageOfVideos(
  db: Db,
  scope: Scope,
  filter: { unitId: string | null; state: number | null; words: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: VideoRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'v.org_code'), sql`v.deleted_at is null`];
  if (filter.unitId) parts.push(sql`v.unit_id = ${filter.unitId}`);
  if (filter.state !== null) parts.push(sql`v.state = ${filter.state}`);
  if (filter.words) parts.push(matchesVideo(filter.words));
  const where = sql`${FROM} where ${sql.join(parts, sql` and `)}`;
  const order = filter.unitId ? sql`v.sort, v.id` : sql`v.id desc`;
  const [rows, total] = await Promise.all([
    sql<VideoRecord>`select ${COLUMNS} from ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One video of the scope; `lock` keeps it for this transaction. */
export async function findVideo(db: Db, scope: Scope, id: string, lock = false): Promise<VideoRecord | undefined> {
  const { rows } = await sql<VideoRecord>`
    select ${COLUMNS} from ${FROM} where v.id = ${id} and v.deleted_at is null and ${within(scope, 'v.org_code')}
    ${lock ? sql`for update of v` : sql``}`.execute(db);
  return rows[0];
}

/** Videos of the scope, locked in the order of their ids. */
export async function lockVideos(db: Db, scope: Scope, ids: readonly string[]): Promise<VideoRecord[]> {
  const { rows } = await sql<VideoRecord>`
    select ${COLUMNS} from ${FROM} where v.id = any(${ids}::bigint[]) and v.deleted_at is null and ${within(scope, 'v.org_code')}
     order by v.id for update of v`.execute(db);
  return rows;
}

/** What people and the file say of a video. */
export interface VideoFields {
  title: string;
  intro: string;
  speaker: string;
  year: number | null;
  cover: string;
  fileId: string;
  seconds: number;
  codec: string;
  chapters: readonly Chapter[];
  subtitles: string;
  labels: readonly string[];
  audience: Audience;
  countsHours: boolean;
  share: number;
  sort: number;
}

/** Adds a draft to a unit; its files are named once it has an id itself. */
export async function insertVideo(
  db: Db,
  unit: { id: string; orgId: string; orgCode: string },
  of: VideoFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into video (org_id, org_code, unit_id, title, intro, speaker, year, file_id, seconds, codec, chapters, subtitles,
                       labels, audience, counts_hours, share, sort, created_by, updated_by)
    values (${unit.orgId}, ${unit.orgCode}, ${unit.id}, ${of.title}, ${of.intro}, ${of.speaker}, ${of.year}, ${of.fileId},
            ${of.seconds}, ${of.codec}, ${JSON.stringify(of.chapters)}::jsonb, ${of.subtitles}, ${of.labels}::text[],
            ${of.audience}, ${of.countsHours}, ${of.share}, ${of.sort}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setVideoFiles = (db: Db, id: string, of: { fileId: string; cover: string }) =>
  sql`update video set file_id = ${of.fileId}, cover = ${of.cover} where id = ${id}`.execute(db);

/** Writes a locked video; answers the new version. */
export async function writeVideo(
  db: Db,
  id: string,
  unit: { id: string; orgId: string; orgCode: string },
  of: VideoFields,
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update video set org_id = ${unit.orgId}, org_code = ${unit.orgCode}, unit_id = ${unit.id}, title = ${of.title},
           intro = ${of.intro}, speaker = ${of.speaker}, year = ${of.year}, cover = ${of.cover}, file_id = ${of.fileId},
           seconds = ${of.seconds}, codec = ${of.codec}, chapters = ${JSON.stringify(of.chapters)}::jsonb,
           subtitles = ${of.subtitles}, labels = ${of.labels}::text[], audience = ${of.audience},
           counts_hours = ${of.countsHours}, share = ${of.share}, sort = ${of.sort}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Publishes locked videos; those published before keep their day. */
export const publishAll = (db: Db, ids: readonly string[], by: string) =>
  sql`update video set state = 1, withdrawn_for = '', published_at = coalesce(published_at, now()), version = version + 1,
             updated_at = now(), updated_by = ${by}
       where id = any(${ids}::bigint[])`.execute(db);

/** A locked video waits for its conversion. */
export const startWork = (db: Db, id: string) =>
  sql`update video set state = 4, withdrawn_for = '' where id = ${id}`.execute(db);

/** A locked video waits for its approval. */
export const setWaiting = (db: Db, id: string, by: string) =>
  sql`update video set state = 3, withdrawn_for = '', version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** A locked video was not approved: what was published before is taken down still, else it is a draft again, with the reason. */
export const sendBack = (db: Db, id: string, reason: string, by: string) =>
  sql`update video set state = case when published_at is null then 0 else 2 end, withdrawn_for = ${reason}, version = version + 1,
             updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** Takes locked videos down, and ends whatever plays of them are open. */
export async function withdrawAll(db: Db, ids: readonly string[], reason: string, by: string): Promise<void> {
  await sql`update video set state = 2, withdrawn_for = ${reason}, version = version + 1, updated_at = now(), updated_by = ${by}
             where id = any(${ids}::bigint[])`.execute(db);
  await sql`update video_play set closed_at = clock_timestamp()
             where video_id = any(${ids}::bigint[]) and closed_at is null`.execute(db);
}

export const binVideo = (db: Db, id: string, by: string, reason: string) =>
  sql`update video set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);
