import { meetingPath, STATES } from '#life/orgLife/rules.ts';
import { announceProof } from '#life/tasks/server/proofs.ts';
import { meetingsForTask, submittedMeetings } from './queries/proofs.ts';

/** Announces the meetings of organisation life to the office: submitted ones may be named in reports, others are under way for a task. */
export function announceMeetingProofs(): void {
  announceProof({
    kind: 'life',
    right: 'event:read',
    async find(db, orgId, { words, ids, limit }) {
      const rows = await submittedMeetings(db, orgId, { words, ids, limit });
      return rows.map(({ type, ...row }) => ({ ...row, path: meetingPath({ id: row.id, type, orgId }) }));
    },
    async underway(db, orgId, taskId) {
      const rows = await meetingsForTask(db, orgId, taskId);
      return rows.map(({ id, title, type, state }) => ({
        title,
        stateName: STATES[state],
        path: meetingPath({ id, type, orgId }),
      }));
    },
  });
}
