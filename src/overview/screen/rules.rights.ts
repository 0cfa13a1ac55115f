import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const screenRights: readonly RightGroup[] = [{ group: '站点与字典', order: 280, starts: ['screen'] }];
