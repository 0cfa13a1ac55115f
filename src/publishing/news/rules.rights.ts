import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const newsRights: readonly RightGroup[] = [{ group: '资讯与互动', order: 210, starts: ['archive', 'circle'] }];
