import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const pointsRights: readonly RightGroup[] = [{ group: '党员积分', order: 130, starts: ['points'] }];
