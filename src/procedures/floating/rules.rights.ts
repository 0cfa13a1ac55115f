import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const floatingRights: readonly RightGroup[] = [{ group: '流动党员', order: 60, starts: ['floating'] }];
