import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const groupsRights: readonly RightGroup[] = [
  { group: '资讯与互动', order: 210, starts: ['text'] },
  { group: '内容与分组', order: 270, starts: ['group', 'label'] },
];
