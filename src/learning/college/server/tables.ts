import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const collegeTables = {
  college_person: { people: { member_id: { moves: '学院名册', key: 'id', same: [] } } },
  college_promotion: { org: 'follows' },
  college_promotion_person: {},
  school_class: { org: 'follows' },
  school_lesson: {},
  school_nominator: { org: 'follows' },
  school_person: { people: { member_id: { moves: '培训班', key: 'id', same: ['class_id'] } } },
} satisfies Tables;
