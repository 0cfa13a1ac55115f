import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const dualReportTables = {
  sbd_job: {},
  sbd_pair: { org: 'follows' },
  sbd_exemption: {
    people: {
      member_id: {
        moves: '免报',
        key: 'id',
        taken:
          'r.ended_on is null and exists (select from sbd_exemption k where k.member_id = $kept and k.ended_on is null)',
      },
    },
  },
  sbd_receiver: {},
  sbd_rule: { org: 'follows' },
  sbd_report: {
    org: 'follows',
    people: { member_id: { moves: '社区报到', key: 'id', same: ['status'], taken: 'r.status in (0, 1)' } },
  },
  sbd_urge: { people: { member_id: { left: 'whoever is kept is urged by their own' } } },
} satisfies Tables;
