import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const transferTables = {
  relation_arrival: {},
  relation_event: {},
  relation_graduate: {
    people: { member_id: { left: 'The line of a sheet that named that row; its transfer moves by itself' } },
  },
  relation_graduation: { org: 'follows' },
  relation_hop: { org: 'follows' },
  relation_letter: { org: 'follows' },
  relation_message: { org: 'follows' },
  relation_outside: {},
  relation_partner: { org: 'follows' },
  relation_proof: { org: 'follows', people: { member_id: { moves: '党员证明信', key: 'id' } } },
  relation_proof_serial: {},
  relation_serial: {},
  relation_setting: {},
  relation_transfer: {
    people: {
      member_id: {
        moves: '组织关系转接',
        key: 'id',
        taken:
          'r.status in (0, 1, 2, 3, 4, 7, 8) and exists (select from relation_transfer t where t.member_id = $kept and t.status in (0, 1, 2, 3, 4, 7, 8))',
      },
    },
  },
} satisfies Tables;
