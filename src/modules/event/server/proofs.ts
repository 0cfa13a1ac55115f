import { sql } from 'kysely';
import { type MeetingType, meetingPath, STATES } from '#modules/event/rules.ts';
import { announceProof } from '#modules/office/server/proofs.ts';

/** Announces the meetings of organisation life to the office: submitted ones may be named in reports, others are under way for a task. */
export function announceMeetingProofs(): void {
  announceProof({
    kind: 'life',
    right: 'event:read',
    async find(db, orgId, { words, ids, limit }) {
      const { rows } = await sql<{ id: string; title: string; day: string; type: MeetingType }>`
        select id, title, held_on::text as day, type from life_meeting
         where org_id = ${orgId} and state in (3, 5) and cancelled_at is null
           and (${words}::text is null or strpos(title, ${words}) > 0)
           and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
         order by held_on desc, id desc limit ${limit}`.execute(db);
      return rows.map(({ type, ...row }) => ({ ...row, path: meetingPath({ id: row.id, type, orgId }) }));
    },
    async underway(db, orgId, taskId) {
      const { rows } = await sql<{ id: string; title: string; type: MeetingType; state: keyof typeof STATES }>`
        select id, title, type, state from life_meeting
         where org_id = ${orgId} and task_id = ${taskId} and cancelled_at is null and office_part_id is null
         order by held_on desc, id desc limit 5`.execute(db);
      return rows.map(({ id, title, type, state }) => ({
        title,
        stateName: STATES[state],
        path: meetingPath({ id, type, orgId }),
      }));
    },
  });
}
