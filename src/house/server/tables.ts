import type { Tables } from '#platform/server/database/tables.ts';

/** What several rooms share. */
export const houseTables = {
  point_evidence: {
    org: 'follows',
    people: { member_id: { moves: '积分依据', key: 'id', same: ['source', 'subject'] } },
  },
  work_calendar: {},
} satisfies Tables;
