import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const permissionTables = {
  account_request: {
    people: {
      member_id: { moves: '账号申请', key: 'id', same: ['role_id', 'org_id', 'state'], taken: "r.state = 'pending'" },
    },
  },
  account_role: {},
  account_sheet_line: {},
  grant_given: {},
  grant_permission: {},
  grant_right: {},
  grant_taken: {},
  org_limit: {},
  permission: {},
  rights_version: {},
  role: {},
  role_permission: {},
  usable_grant: { org: { stays: 'a view' }, people: { member_id: { left: 'a view' } } },
  user_group: {},
  user_group_member: {},
  user_group_right: {},
  user_type: {},
  user_type_right: {},
} satisfies Tables;
