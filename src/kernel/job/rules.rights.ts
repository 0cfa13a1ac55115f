import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const jobRights: readonly RightGroup[] = [{ group: '消息与任务', order: 220, starts: ['job'] }];
