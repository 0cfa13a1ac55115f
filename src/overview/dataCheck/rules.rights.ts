import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const dataCheckRights: readonly RightGroup[] = [{ group: '内容与分组', order: 270, starts: ['check'] }];
