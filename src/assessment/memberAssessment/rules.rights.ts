import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const memberAssessmentRights: readonly RightGroup[] = [{ group: '党员考核', order: 140, starts: ['assess'] }];
