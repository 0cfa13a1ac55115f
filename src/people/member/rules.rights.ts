import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const memberRights: readonly RightGroup[] = [{ group: '党员', order: 20, starts: ['member', 'view'] }];
