import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const permissionRights: readonly RightGroup[] = [
  { group: '账号', order: 240, starts: ['account', 'userType', 'userGroup'] },
  { group: '权限', order: 250, starts: ['right', 'role', 'orgRight', 'admin'] },
  { group: '菜单', order: 310, starts: ['dj'] },
];
