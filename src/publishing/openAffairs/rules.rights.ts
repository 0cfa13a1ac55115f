import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const openAffairsRights: readonly RightGroup[] = [{ group: '党组织', order: 10, starts: ['open'] }];
