import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const orgLifeTables = {
  life_appraisal: {},
  life_appraisal_mutual: {
    // Where the kept person has none; nobody appraises themselves.
    people: {
      from_id: {
        moves: '民主评议互评',
        key: 'meeting_id',
        taken:
          'r.about_id = $kept or exists (select from life_appraisal_mutual t where t.from_id = $kept and t.meeting_id = r.meeting_id and t.about_id = r.about_id)',
      },
      about_id: {
        moves: '民主评议互评',
        key: 'meeting_id',
        taken:
          'r.from_id = $kept or exists (select from life_appraisal_mutual t where t.about_id = $kept and t.meeting_id = r.meeting_id and t.from_id = r.from_id)',
      },
    },
  },
  life_appraisal_person: { people: { member_id: { moves: '民主评议', key: 'meeting_id', same: ['meeting_id'] } } },
  life_calendar: { people: { member_id: { left: 'Whoever is kept makes an address of their own' } } },
  life_contest: { org: 'follows' },
  life_contest_entry: { org: 'follows' },
  life_correction: {},
  life_exemption: { org: 'follows' },
  life_lock: { org: 'follows' },
  life_matter: {},
  life_meeting: {
    org: 'follows',
    people: {
      host_id: { moves: '会议主持', key: 'id' },
      recorder_id: { moves: '会议记录', key: 'id' },
      lecturer_id: { moves: '党课主讲', key: 'id' },
    },
  },
  life_people_tally: {},
  life_people_tally_due: {},
  life_problem: { people: { person_id: { moves: '整改责任人', key: 'id' } } },
  life_resolution: { people: { person_id: { moves: '议定事项', key: 'id' } } },
  life_rule: {},
  life_statement: {
    people: { from_id: { moves: '组织生活会发言', key: 'id' }, about_id: { moves: '组织生活会批评意见', key: 'id' } },
  },
  life_sum: { org: { stays: 'sums of the meetings: they move with the meetings themselves, by a trigger' } },
  life_sum_delta: { org: { stays: 'as life_sum' } },
  life_talk: {
    org: 'follows',
    people: {
      from_id: { moves: '谈心谈话', key: 'id', taken: 'r.to_id = $kept' },
      to_id: { moves: '谈心谈话', key: 'id', taken: 'r.from_id = $kept' },
    },
  },
  life_terms: {},
  life_topic: {},
  life_transcript: {},
} satisfies Tables;
