import { sql } from 'kysely';
import type { MeetingType, STATES } from '#life/orgLife/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** Submitted meetings of an organisation by words of the title, or by id; null leaves a filter out. */
export async function submittedMeetings(
  db: Db,
  orgId: string,
  { words, ids, limit }: { words: string | null; ids: readonly string[] | null; limit: number },
) {
  const { rows } = await sql<{ id: string; title: string; day: string; type: MeetingType }>`
    select id, title, held_on::text as day, type from life_meeting
     where org_id = ${orgId} and state in (3, 5) and cancelled_at is null
       and (${words}::text is null or ${textHolds(sql`title`, words)})
       and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
     order by held_on desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest meetings that an organisation calls for a task and has not reported yet. */
export async function meetingsForTask(db: Db, orgId: string, taskId: string) {
  const { rows } = await sql<{ id: string; title: string; type: MeetingType; state: keyof typeof STATES }>`
    select id, title, type, state from life_meeting
     where org_id = ${orgId} and task_id = ${taskId} and cancelled_at is null and office_part_id is null
     order by held_on desc, id desc limit 5`.execute(db);
  return rows;
}

/** The submitted meetings of some types that an organisation held within some days, in their order, 200 at most. */
export async function recordedMeetings(
  db: Db,
  orgId: string,
  { types, from, to }: { types: readonly number[]; from: string; to: string },
) {
  const { rows } = await sql<{ id: string; orgId: string; title: string; day: string; type: MeetingType }>`
    select id, org_id as "orgId", title, held_on::text as day, type from life_meeting
     where org_id = ${orgId} and state in (3, 5) and cancelled_at is null
       and (type = any(${types}::int[]) or also_type = any(${types}::int[])) and held_on between ${from} and ${to}
     order by held_on, id limit 200`.execute(db);
  return rows;
}
