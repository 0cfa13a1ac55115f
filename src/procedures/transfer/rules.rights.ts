import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const transferRights: readonly RightGroup[] = [{ group: '组织关系', order: 50, starts: ['relation'] }];
