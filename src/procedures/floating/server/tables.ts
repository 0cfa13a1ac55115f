import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const floatingTables = {
  mobile_certificate: {},
  mobile_contact: {},
  mobile_inflow: {
    org: 'follows',
    people: {
      member_id: {
        moves: '流入登记',
        key: 'id',
        taken:
          'r.status in (1, 2) and exists (select from mobile_inflow t where t.member_id = $kept and t.status in (1, 2))',
      },
    },
  },
  mobile_outflow: {
    org: 'follows',
    people: {
      member_id: {
        moves: '流出登记',
        key: 'id',
        taken:
          'r.status in (1, 2, 3) and r.dropped_on is null and exists (select from mobile_outflow t where t.member_id = $kept and t.status in (1, 2, 3) and t.dropped_on is null)',
        placed: true,
      },
      contact_id: { moves: '联系的流动党员', key: 'id' },
    },
  },
  mobile_setting: {},
} satisfies Tables;
