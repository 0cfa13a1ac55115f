import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const duesRights: readonly RightGroup[] = [{ group: '党费', order: 40, starts: ['dues'] }];
