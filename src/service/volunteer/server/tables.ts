import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const volunteerTables = {
  service_activity: { org: 'follows' },
  service_call: { org: 'follows' },
  service_call_person: { people: { member_id: { moves: '应急召集', key: 'id', same: ['call_id'] } } },
  service_entry: {
    people: { member_id: { left: 'Entries are only added to: what moves is taken back there and entered here' } },
  },
  service_feedback: { org: 'follows' },
  service_feedback_person: { people: { member_id: { moves: '反馈单', key: 'id', same: ['feedback_id'] } } },
  service_feedback_round: {},
  service_grade: {},
  service_keeper: {
    org: 'follows',
    people: {
      member_id: {
        moves: '志愿活动现场管理员',
        key: 'id',
        // Nobody holds it twice at once for one organisation.
        taken:
          'r.revoked_at is null and not r.is_past and exists (select from service_keeper t where t.member_id = $kept and t.org_id = r.org_id and t.revoked_at is null and not t.is_past)',
      },
    },
  },
  service_need: {
    org: 'follows',
    people: { taker_member_id: { moves: '认领的需求', key: 'id' } },
  },
  service_need_step: {},
  service_pair: {
    org: 'follows',
    people: {
      member_id: {
        moves: '结对帮扶',
        key: 'id',
        taken:
          'r.state in (0, 1) and exists (select from service_pair t where t.member_id = $kept and t.other_id = r.other_id and t.person_name = r.person_name and t.state in (0, 1))',
      },
    },
  },
  service_person: { people: { member_id: { left: 'Sums of the recognised hours, which follow what moves' } } },
  service_proof: { people: { member_id: { moves: '志愿服务证明', key: 'id' } } },
  service_quarter: { org: 'follows' },
  service_quarter_cadre: {
    people: {
      member_id: {
        moves: '小区包联',
        key: 'id',
        taken:
          'r.to_on is null and exists (select from service_quarter_cadre t where t.member_id = $kept and t.quarter_id = r.quarter_id and t.to_on is null)',
      },
    },
  },
  service_signup: { org: 'follows', people: { member_id: { moves: '志愿活动', key: 'id', same: ['activity_id'] } } },
  service_visit: {},
} satisfies Tables;
