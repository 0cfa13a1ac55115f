import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const orgTables = {
  floating_org: { people: { secretary_id: { moves: '流动党员党组织申请', key: 'id' } } },
  floating_org_member: {
    people: { member_id: { moves: '流动党员党组织申请中的党员', key: 'floating_org_id', same: ['floating_org_id'] } },
  },
  org_change: { org: 'follows' },
  org_change_image: {},
  org_change_org: {},
  org_change_row: {},
  org_history: {},
  org_post: { people: { member_id: { moves: '班子任职', key: 'id' } } },
  org_term: { org: 'follows' },
  organisation: {},
  term_extension: {},
  unit: { org: 'follows' },
} satisfies Tables;
