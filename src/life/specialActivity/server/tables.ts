import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const specialActivityTables = {
  special_activity: { org: 'follows' },
  special_certificate: {
    org: 'follows',
    people: {
      member_id: {
        moves: '专项活动证书',
        key: 'id',
        taken:
          'r.revoked_at is null and exists (select from special_certificate t where t.member_id = $kept and t.activity_id = r.activity_id and t.org_id = r.org_id and t.revoked_at is null)',
      },
    },
  },
  special_hand_in: {},
  special_item: {},
  special_material: {},
  special_part: { org: 'follows' },
  special_person: { people: { member_id: { moves: '专项活动', key: 'part_id', same: ['part_id'] } } },
} satisfies Tables;
