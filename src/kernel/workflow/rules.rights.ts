import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const workflowRights: readonly RightGroup[] = [{ group: '审批', order: 230, starts: ['workflow'] }];
