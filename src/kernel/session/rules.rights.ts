import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const sessionRights: readonly RightGroup[] = [{ group: '外部站点', order: 300, starts: ['outside'] }];
