import { sql } from 'kysely';
import { evidenceOf, withdrawEvidence } from '#house/server/pointEvidence.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';
import { KIND } from './meeting.ts';

const ATTENDED = 'meetingAttended';
const LED = 'meetingLed';
const MISSED = 'meetingMissed';
const SOURCES = [ATTENDED, LED, MISSED];

const VIEW = '/affairs/event/viewMeeting/';

/**
 * A meeting's facts once it was submitted: who was there, who led or lectured, who stayed away without leave. Each fact
 * carries what it needs of its meeting: joined to the meetings once more, those of all years took minutes.
 */
const write = (meetingId: string | null) => {
  const held = sql`m.state in (3, 5) and m.cancelled_at is null ${meetingId ? sql`and m.id = ${meetingId}` : sql``}`;
  const of = sql`m.id, m.org_id, m.org_code, m.held_on, m.title`;
  return evidenceOf(
    sql`
  select source, 'lifeMeeting:' || id, member_id, org_id, org_code, held_on, 100, title, ${VIEW} || id || '/' || org_id
    from (
      select ${of}, p.member_id, case p.state when 1 then ${ATTENDED} else ${MISSED} end as source
        from life_meeting m join attendance_sheet s on s.kind = ${sql.lit(KIND)} and s.subject_id = m.id
        join attendance_person p on p.sheet_id = s.id and p.due and not p.guest and p.state in (1, 3)
       where ${held}
      union select ${of}, m.host_id, ${LED} from life_meeting m where m.host_id is not null and ${held}
      union select ${of}, m.lecturer_id, ${LED} from life_meeting m where m.lecturer_id is not null and ${held}) as fact`,
    ['day', 'title'],
  );
};

const subjectOf = (meetingId: string) => `lifeMeeting:${meetingId}`;

/** Writes what a submitted meeting shows; what it showed before and does not any more is taken back. */
export async function recordMeetingEvidence(db: Db, meetingId: string): Promise<void> {
  await withdrawMeetingEvidence(db, meetingId);
  await write(meetingId).execute(db);
}

/** The record was returned: nothing of it counts until it is submitted again. */
export const withdrawMeetingEvidence = (db: Db, meetingId: string) =>
  withdrawEvidence(db, SOURCES, [subjectOf(meetingId)]);

const takeUp = (source: string) => async (db: Db) => {
  // One statement writes all three; the other two then find theirs standing.
  if (source === ATTENDED) return Number((await write(null).execute(db)).numAffectedRows ?? 0);
  return 0;
};

export const eventPointSources: readonly PointSource[] = [
  { code: ATTENDED, label: '参加组织生活', unit: '次', link: '/affairs/event', takeUp: takeUp(ATTENDED) },
  { code: LED, label: '主持会议或讲党课', unit: '次', link: '/affairs/event', takeUp: takeUp(LED) },
  { code: MISSED, label: '无故缺席组织生活', unit: '次', link: '/affairs/event', takeUp: takeUp(MISSED) },
];
