import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const recruitmentRights: readonly RightGroup[] = [{ group: '发展党员', order: 30, starts: ['recruit'] }];
