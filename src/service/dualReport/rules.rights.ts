import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const dualReportRights: readonly RightGroup[] = [{ group: '双报到', order: 70, starts: ['sbd'] }];
