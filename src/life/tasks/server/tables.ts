import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const tasksTables = {
  office_circle: {},
  office_entry: {},
  office_filing: {},
  office_fill: {},
  office_form: {},
  office_invitee: {
    org: 'follows',
    people: {
      person_id: { moves: '工作会议通知', key: 'id', same: ['meeting_id'] },
      member_id: { moves: '工作会议参会', key: 'id' },
    },
  },
  office_meeting: { org: 'follows' },
  office_part: { org: 'follows', people: { person_id: { moves: '工作任务', key: 'id', same: ['circle_id'] } } },
  office_proof: {},
  office_quote: {},
  office_receiver: { org: { stays: 'moves with the parts of its organisation, by a trigger' } },
  office_resolution: {},
  office_revision: {},
  office_tally: {},
  office_tally_delta: {},
  office_task: { org: 'follows' },
} satisfies Tables;
