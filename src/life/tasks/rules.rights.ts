import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const tasksRights: readonly RightGroup[] = [{ group: '党务办公', order: 100, starts: ['task'] }];
