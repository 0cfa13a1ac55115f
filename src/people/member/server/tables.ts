import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const memberTables = {
  former_id_card: { people: { member_id: { moves: '曾用证件号', key: 'id' } } },
  id_card_change: {
    people: { member_id: { moves: '身份证号变更申请', key: 'id', same: ['state'], taken: "r.state = 'pending'" } },
  },
  import_row: {
    people: { member_id: { left: 'The line of a sheet that wrote that row; undoing the batch must find it' } },
  },
  member: { org: 'follows' },
  member_bulk: {},
  member_bulk_row: {
    people: { member_id: { left: 'What was done to that row; taking the change back must find it' } },
  },
  member_counter_day: {},
  member_fault_count: {
    org: { stays: 'a moved person marks both organisations as to be counted anew (mark_faults_stale)' },
  },
  member_fault_stale: { org: { stays: 'names what is to be counted anew under the code that it has or had' } },
  member_history: {
    people: {
      member_id: {
        left: 'Versions are numbered for each row: they say how that row came to be what it was when it was merged',
      },
    },
  },
  member_ledger: { org: 'follows', people: { member_id: { moves: '增减台账', key: 'id' } } },
  member_merge: {
    people: { kept_id: { left: 'Merges are undone one by one' }, dropped_id: { left: 'Merges are undone one by one' } },
  },
  member_pair: {
    people: {
      a_id: { left: 'A pair is of two rows, whichever was kept' },
      b_id: { left: 'A pair is of two rows, whichever was kept' },
    },
  },
  member_query: {},
  member_roll: { org: { stays: 'sums of the people: they move with the people themselves, by a trigger' } },
  member_roll_delta: { org: { stays: 'as member_roll' } },
  party_group: { org: 'follows', people: { leader_id: { moves: '党小组组长', key: 'id' } } },
  party_group_person: {
    people: {
      member_id: { left: 'The kept person stays in the group of the own branch; the other may be of another branch' },
    },
  },
  political_greeting: { people: { member_id: { moves: '政治生日祝福', key: 'year', same: ['year'] } } },
  self_edit: {
    people: { member_id: { moves: '本人修改申请', key: 'id', same: ['state'], taken: "r.state = 'pending'" } },
  },
} satisfies Tables;
