import { type RawBuilder, sql } from 'kysely';
import type { Source } from '#modules/learning/rules.ts';
import { grantHours, type HourGrant, takeUpOnce, withdrawHours } from '#modules/learning/server/ledger.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { KIND } from './queries/meeting.ts';

const VIEW = '/affairs/event/viewMeeting/';
const TAKEN = 'lifeMeeting';
/** Minutes that one meeting gives at most, however long it was entered for. */
const MOST = 180;
const LESSONS: readonly Source[] = ['lecture', 'meeting'];
const evidenceOf = (meetingId: string) => `lifeMeeting:${meetingId}`;

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

/** Grants the hours of a submitted meeting to whoever was there; who was there before and is no more loses them. */
export async function giveLesson(db: Db, meetingId: string): Promise<void> {
  const { rows } = await sql<Omit<HourGrant, 'personId'> & { member_id: string }>`${lessons(
    sql`m.id = ${meetingId}`,
  )}`.execute(db);
  await grantHours(
    db,
    rows.map(({ member_id: personId, ...one }) => ({ ...one, personId })),
  );
  for (const source of LESSONS) {
    const except = rows.filter((one) => one.source === source).map(({ member_id }) => member_id);
    await withdrawHours(db, { source, evidence: evidenceOf(meetingId), why: '到会记录更正', except });
  }
}

/** The record was returned: its hours are countered until it is submitted again. */
export async function takeBackLesson(db: Db, meetingId: string): Promise<void> {
  for (const source of LESSONS)
    await withdrawHours(db, { source, evidence: evidenceOf(meetingId), why: '会议记录被上级退回' });
}

/** The meetings of before the ledger, once a deployment. */
export const takeLessonsUp = ({ db }: Services): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await takeUpOnce(tx, TAKEN, async () => {
      // All meetings of a whole city may take longer than a call may.
      await sql`set local statement_timeout = 0`.execute(tx);
      const done = await sql`
        insert into learning_hour (member_id, source, evidence, day, minutes, title, link)
        select member_id, source, evidence, day, minutes, title, link from (${lessons(sql`true`)}) as lesson
        on conflict (source, evidence, member_id) do nothing`.execute(tx);
      return Number(done.numAffectedRows ?? 0);
    });
  });
