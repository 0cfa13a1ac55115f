import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const departureRights: readonly RightGroup[] = [{ group: '党员异动', order: 90, starts: ['variation'] }];
