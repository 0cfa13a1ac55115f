import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const specialActivityRights: readonly RightGroup[] = [{ group: '专项活动', order: 110, starts: ['special'] }];
