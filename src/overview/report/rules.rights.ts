import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const reportRights: readonly RightGroup[] = [{ group: '报表', order: 180, starts: ['report'] }];
