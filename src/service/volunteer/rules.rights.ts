import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const volunteerRights: readonly RightGroup[] = [{ group: '志愿服务', order: 80, starts: ['volunteer'] }];
