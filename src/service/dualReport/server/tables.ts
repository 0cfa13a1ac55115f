import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const dualReportTables = {
  sbd_job: {},
  sbd_pair: { org: 'follows' },
  sbd_receiver: {},
  sbd_report: {
    org: 'follows',
    people: { member_id: { moves: '社区报到', key: 'id', same: ['status'], taken: 'r.status in (0, 1)' } },
  },
} satisfies Tables;
