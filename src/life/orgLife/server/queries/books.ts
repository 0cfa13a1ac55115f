import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { COLUMNS, FROM, type MeetingRecord, type TopicRecord } from './meeting.ts';
import { type MeetingFilter, meetingConditions } from './meetingList.ts';

/** What a year's book holds of one organisation: what was submitted or archived, in the order of the days. */
export async function meetingsOfYear(db: Db, scope: Scope, orgId: string, year: number): Promise<MeetingRecord[]> {
  const { rows } = await sql<MeetingRecord>`
    select ${COLUMNS} from ${FROM}
     where m.org_id = ${orgId} and o.deleted_at is null and ${within(scope, 'm.org_code')} and m.state in (3, 5)
       and m.cancelled_at is null and m.held_on between ${`${year}-01-01`} and ${`${year}-12-31`}
     order by m.starts_at, m.id`.execute(db);
  return rows;
}

/** The topics of several meetings, by meeting. */
export async function topicsOfMeetings(db: Db, meetingIds: readonly string[]): Promise<Map<string, TopicRecord[]>> {
  const { rows } = await sql<TopicRecord & { meetingId: string }>`
    select meeting_id as "meetingId", id, kind, title, minutes, decision, yes, no, abstain, spoilt, passed from life_topic
     where meeting_id = any(${meetingIds}::bigint[]) order by sort, id`.execute(db);
  return Map.groupBy(rows, ({ meetingId }) => meetingId);
}

/** Meetings as their list has them, the latest first, a portion after the last one. */
export async function meetingsAfter(
  db: Db,
  scope: Scope,
  filter: MeetingFilter,
  after: { heldOn: string; id: string } | null,
  limit: number,
): Promise<MeetingRecord[]> {
  const from = after ? sql`(m.held_on, m.id) < (${after.heldOn}::date, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<MeetingRecord>`
    select ${COLUMNS} from ${FROM} where ${meetingConditions(scope, filter).where} and ${from}
     order by m.held_on desc, m.id desc limit ${limit}`.execute(db);
  return rows;
}
