import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const trinityRights: readonly RightGroup[] = [{ group: '三位一体', order: 160, starts: ['trinity'] }];
