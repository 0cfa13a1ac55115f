import { type RawBuilder, sql } from 'kysely';
import type { HourGrant } from '#people/studyHours/server/index.ts';
import { hoursOf } from '#people/studyHours/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { KIND } from './meeting.ts';

const VIEW = '/affairs/event/viewMeeting/';
/** Minutes that one meeting gives at most, however long it was entered for. */
const MOST = 180;

/** 党课 (5) is a lecture; 主题党日 (4) counts as a meeting. Others decide and report: they teach nothing by themselves. */
const SOURCE = sql`case when m.type = 5 or m.also_type = 5 then 'lecture' else 'meeting' end`;

/** What submitted meetings taught: everybody who was there, guests too, for as long as it lasted. */
const lessons = (which: RawBuilder<unknown>) => sql`
  select p.member_id, ${SOURCE} as source, 'lifeMeeting:' || m.id as evidence, m.held_on as day,
         least(${MOST}::int, greatest(0, extract(epoch from m.ends_at - m.starts_at)::int / 60)) as minutes, m.title,
         ${VIEW}::text || m.id || '/' || m.org_id as link
    from life_meeting m join attendance_sheet s on s.kind = ${sql.lit(KIND)} and s.subject_id = m.id
    join attendance_person p on p.sheet_id = s.id and p.state = 1
   where m.state in (3, 5) and m.cancelled_at is null and (m.type in (4, 5) or m.also_type in (4, 5)) and ${which}`;

/** What a submitted meeting taught to whom. */
export async function lessonsOf(
  db: Db,
  meetingId: string,
): Promise<(Omit<HourGrant, 'personId'> & { member_id: string })[]> {
  const { rows } = await sql<Omit<HourGrant, 'personId'> & { member_id: string }>`${lessons(
    sql`m.id = ${meetingId}`,
  )}`.execute(db);
  return rows;
}

/** Writes the hours of all submitted meetings that have none yet; answers how many. */
export async function writeLessonHours(db: Db): Promise<number> {
  const done = await hoursOf(lessons(sql`true`)).execute(db);
  return Number(done.numAffectedRows ?? 0);
}
