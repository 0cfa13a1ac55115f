import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const tablesRights: readonly RightGroup[] = [{ group: '数据中心', order: 190, starts: ['dataCentre'] }];
