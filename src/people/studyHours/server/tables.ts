import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const studyHoursTables = {
  learning_certificate: { org: 'follows', people: { member_id: { moves: '学习证明', key: 'id', same: ['evidence'] } } },
  learning_certificate_serial: {},
  learning_certificate_setting: {},
  learning_duty: {},
  learning_hour: { people: { member_id: { moves: '学时', key: 'id', same: ['source', 'evidence'] } } },
  learning_line: {
    people: {
      member_id: { left: 'The ledger is append-only: what moves is countered there and booked for the kept person' },
    },
  },
  learning_taken: {},
  learning_tally: {},
  learning_tally_due: {},
  learning_year: { people: { member_id: { left: 'Sums of the entries, which follow what moves' } } },
} satisfies Tables;
