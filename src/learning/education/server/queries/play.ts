import { sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { isForViewer, THIS_YEAR } from './watch.ts';

/** Ends the account's open play and begins one; of two windows that begin at once the later one has it. Answers its id. */
export async function openPlay(db: Db, accountId: string, videoId: string): Promise<string> {
  // Whoever begins waits here for the other window of the account, so that one play is open at a time.
  await sql`select from account where id = ${accountId} for no key update`.execute(db);
  await sql`update video_play set closed_at = clock_timestamp() where account_id = ${accountId} and closed_at is null`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`
    insert into video_play (account_id, video_id) values (${accountId}, ${videoId}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Counts the account among those who began a video; once, however often it begins. */
export const countViewer = (db: Db, accountId: string, videoId: string) =>
  sql`with begun as (
        insert into video_seen (video_id, account_id, year) values (${videoId}, ${accountId}, ${THIS_YEAR})
        on conflict do nothing returning year)
      update video set viewers = viewers + 1
       where id = ${videoId} and exists (select from begun)
         and not exists (select from video_seen s where s.video_id = ${videoId} and s.account_id = ${accountId}
                            and s.year < ${THIS_YEAR})`.execute(db);

export interface PlayRow {
  videoId: string;
  title: string;
  seconds: number;
  share: number;
  countsHours: boolean;
  isClosed: boolean;
  /** Seconds since it began, by the database's clock. */
  age: number;
  beats: string;
  taken: string;
}

/** An own play of a video that is still for the session, locked. */
export async function lockPlay(db: Db, session: Session, id: string): Promise<PlayRow | undefined> {
  const { rows } = await sql<PlayRow>`
    select p.video_id as "videoId", v.title, v.seconds, v.share, v.counts_hours as "countsHours",
           p.closed_at is not null as "isClosed",
           extract(epoch from clock_timestamp() - p.started_at)::float8 as age, p.beats::text as beats, p.taken::text as taken
      from video_play p join video v on v.id = p.video_id and ${isForViewer(session)}
     where p.id = ${id}::uuid and p.account_id = ${session.accountId} for update of p`.execute(db);
  return rows[0];
}

export const writePlay = (db: Db, id: string, beats: string, taken: string) =>
  sql`update video_play set beats = ${beats}::int4multirange, taken = ${taken}::int4multirange where id = ${id}::uuid`.execute(
    db,
  );

export interface SeenRow {
  year: number;
  today: string;
  ranges: string;
  seconds: number;
  isDone: boolean;
}

/** What of a video an account has seen this year. */
export async function readSeen(db: Db, accountId: string, videoId: string): Promise<SeenRow | undefined> {
  const { rows } = await sql<SeenRow>`
    select year, '' as today, ranges::text as ranges, seconds, done_at is not null as "isDone" from video_seen
     where video_id = ${videoId} and account_id = ${accountId} and year = ${THIS_YEAR}`.execute(db);
  return rows[0];
}

/**
 * Joins seconds to what an account has seen of a video this year, and says where it is now; answers the row as it stands
 * afterwards. Whatever is joined twice is there once.
 */
export async function joinSeen(
  db: Db,
  of: { accountId: string; videoId: string; position: number; duration: number; share: number },
  added: string,
): Promise<SeenRow> {
  const { rows } = await sql<SeenRow>`
    with joined as (
      insert into video_seen as s (video_id, account_id, year, ranges, position)
      values (${of.videoId}, ${of.accountId}, ${THIS_YEAR}, ${added}::int4multirange, ${of.position})
      on conflict (video_id, account_id, year) do update
         set ranges = s.ranges + excluded.ranges, position = excluded.position, updated_at = now()
      returning year, ranges
    ), counted as (
      select year, ranges, (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(ranges) as r) as seconds from joined
    )
    select year, (now() at time zone 'Asia/Shanghai')::date::text as today, ranges::text as ranges, seconds,
           seconds * 100 >= ${of.duration}::int * ${of.share}::int as "isDone"
      from counted`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the row that was joined is not there');
  await sql`update video_seen set seconds = ${row.seconds},
                   done_at = case when ${row.isDone} then coalesce(done_at, now()) else done_at end
             where video_id = ${of.videoId} and account_id = ${of.accountId} and year = ${row.year}`.execute(db);
  return row;
}

/** Forgets plays that ended or began more than thirty days ago: what they brought stands in what was seen. */
export const dropOldPlays = (db: Db) =>
  sql`delete from video_play where started_at < now() - interval '30 days'`.execute(db);
