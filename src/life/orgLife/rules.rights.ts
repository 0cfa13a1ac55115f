import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const orgLifeRights: readonly RightGroup[] = [{ group: '组织生活', order: 120, starts: ['event'] }];
