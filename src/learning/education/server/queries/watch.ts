import { type RawBuilder, sql } from 'kysely';
import type { Chapter, Order } from '#learning/education/rules.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { matchesVideo } from './video.ts';

/** This year where the deployment lies. */
export const THIS_YEAR = sql<number>`extract(year from ${dbToday})::int`;

/** What is for somebody who stands at an organisation: the only door to readers. */
export const isForReader = (orgCode: string): RawBuilder<boolean> =>
  sql`(v.deleted_at is null and v.state = 1 and (v.audience = 'all' or starts_with(${orgCode}, v.org_code)))`;

/** What somebody may open: what is for the own place, and for those who work for a subtree what is published within it. */
export const isForViewer = ({ orgCode, base }: Session): RawBuilder<boolean> =>
  base === 'subtree'
    ? sql`(${isForReader(orgCode)} or (v.deleted_at is null and v.state = 1 and starts_with(v.org_code, ${orgCode})))`
    : isForReader(orgCode);

export interface ReadVideo {
  id: string;
  title: string;
  cover: string;
  unitId: string;
  unitName: string;
  isRequired: boolean;
  orgName: string;
  speaker: string;
  year: number | null;
  labels: string[];
  seconds: number;
  countsHours: boolean;
  share: number;
  viewers: number;
  publishedAt: Date;
  seen: number;
  doneAt: Date | null;
  watchedAt: Date | null;
}

const columns = sql`v.id, v.title, v.cover, v.unit_id as "unitId", u.name as "unitName", u.is_required as "isRequired",
  o.name as "orgName", v.speaker, v.year, v.labels, v.seconds, v.counts_hours as "countsHours", v.share, v.viewers,
  v.published_at as "publishedAt", coalesce(s.seconds, 0) as seen, s.done_at as "doneAt", s.updated_at as "watchedAt"`;
const from = (accountId: string) => sql`video v join video_unit u on u.id = v.unit_id
  join organisation o on o.id = v.org_id and o.deleted_at is null
  left join video_seen s on s.video_id = v.id and s.account_id = ${accountId} and s.year = ${THIS_YEAR}`;

export interface WatchFilter {
  unitId: string | null;
  label: string | null;
  isRequired: boolean | null;
  words: string | null;
  order: Order;
}

/** A page of what is for the session. */
export async function pageForReader(db: Db, session: Session, filter: WatchFilter, limit: number, offset: number) {
  const parts: RawBuilder<unknown>[] = [isForReader(session.orgCode)];
  if (filter.unitId) parts.push(sql`v.unit_id = ${filter.unitId}`);
  if (filter.label) parts.push(sql`${filter.label} = any(v.labels)`);
  if (filter.isRequired !== null) parts.push(sql`u.is_required = ${filter.isRequired}`);
  if (filter.words) parts.push(matchesVideo(filter.words));
  const where = sql`${from(session.accountId)} where ${sql.join(parts, sql` and `)}`;
  // A unit is a series: it is shown in its order unless the most seen are asked for.
  const order =
    filter.order === 'seen'
      ? sql`v.viewers desc, v.id desc`
      : filter.unitId
        ? sql`v.sort, v.id`
        : sql`v.published_at desc, v.id desc`;
  const [rows, total] = await Promise.all([
    sql<ReadVideo>`select ${columns} from ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Labels of what is for the session, those that stand on most first. */
export async function labelsFor(db: Db, session: Session, limit: number): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select label from video v, unnest(v.labels) as label where ${isForReader(session.orgCode)}
     group by label order by count(*) desc, label limit ${limit}`.execute(db);
  return rows.map(({ label }) => label);
}

export type Mine = 'required' | 'begun' | 'learned';
const MINE: Readonly<Record<Mine, RawBuilder<unknown>>> = {
  required: sql`u.is_required and s.done_at is null order by (coalesce(s.seconds, 0) > 0) desc, u.sort, u.id, v.sort, v.id`,
  begun: sql`not u.is_required and s.done_at is null and s.seconds > 0 order by s.updated_at desc, v.id`,
  learned: sql`s.done_at is not null order by s.done_at desc, v.id`,
};

/** What the session goes on with, or has learned this year. */
export async function minesOf(db: Db, session: Session, which: Mine, limit: number): Promise<ReadVideo[]> {
  const { rows } = await sql<ReadVideo>`
    select ${columns} from ${from(session.accountId)} where ${isForReader(session.orgCode)} and ${MINE[which]} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Figures of the session's year: seconds seen, those that count, required videos and those learned. */
export async function figuresOf(db: Db, session: Session) {
  const { rows } = await sql<{
    countedSeconds: number;
    seenSeconds: number;
    requiredTotal: number;
    requiredLearned: number;
  }>`
    select coalesce(sum(s.seconds) filter (where v.counts_hours), 0)::int as "countedSeconds",
           coalesce(sum(s.seconds), 0)::int as "seenSeconds",
           (count(*) filter (where u.is_required and ${isForReader(session.orgCode)}))::int as "requiredTotal",
           (count(*) filter (where u.is_required and s.done_at is not null and ${isForReader(session.orgCode)}))::int as "requiredLearned"
      from ${from(session.accountId)} where v.deleted_at is null and (s.video_id is not null or ${isForReader(session.orgCode)})`.execute(
    db,
  );
  return rows[0] ?? { countedSeconds: 0, seenSeconds: 0, requiredTotal: 0, requiredLearned: 0 };
}

export interface WatchedVideo extends ReadVideo {
  intro: string;
  fileId: string;
  chapters: Chapter[];
  subtitles: string;
  position: number;
  ranges: string;
}

/** One video that is for the session. */
export async function findForReader(db: Db, session: Session, id: string): Promise<WatchedVideo | undefined> {
  const { rows } = await sql<WatchedVideo>`
    select ${columns}, v.intro, v.file_id as "fileId", v.chapters, v.subtitles, coalesce(s.ranges::text, '{}') as ranges,
           coalesce((select p.position from video_seen p where p.video_id = v.id and p.account_id = ${session.accountId}
                      order by p.year desc limit 1), 0) as position
      from ${from(session.accountId)} where v.id = ${id} and ${isForViewer(session)}`.execute(db);
  return rows[0];
}

/** The videos of a unit that are for the session, in their order. */
export async function seriesOf(db: Db, session: Session, unitId: string): Promise<ReadVideo[]> {
  const { rows } = await sql<ReadVideo>`
    select ${columns} from ${from(session.accountId)}
     where v.unit_id = ${unitId} and ${isForViewer(session)} order by v.sort, v.id limit 200`.execute(db);
  return rows;
}

/** Whether a file or cover belongs to a video that is for the session. */
export async function isShownFile(db: Db, session: Session, videoId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`select from video v where v.id = ${videoId} and ${fileId} in (v.file_id, v.cover)
    and ${isForViewer(session)}`.execute(db);
  return rows.length > 0;
}

/** Whether a unit has something for the session: its cover is shown then. */
export async function isShownUnit(db: Db, session: Session, unitId: string): Promise<boolean> {
  const { rows } = await sql`
    select from video v where v.unit_id = ${unitId} and ${isForReader(session.orgCode)} limit 1`.execute(db);
  return rows.length > 0;
}

export interface NoteRow {
  id: string;
  at: number;
  content: string;
  createdAt: Date;
}

export async function notesOf(db: Db, accountId: string, videoId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, at, content, created_at as "createdAt" from video_note
     where video_id = ${videoId} and account_id = ${accountId} order by at, id limit 300`.execute(db);
  return rows;
}

export async function insertNote(db: Db, accountId: string, videoId: string, at: number, content: string) {
  const { rows } = await sql<{ id: string }>`
    insert into video_note (video_id, account_id, at, content) values (${videoId}, ${accountId}, ${at}, ${content})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Removes an own note; false: there is none. */
export async function dropNote(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`delete from video_note where id = ${id} and account_id = ${accountId} returning id`.execute(db);
  return rows.length > 0;
}
