import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const orgAssessmentRights: readonly RightGroup[] = [{ group: '组织考核', order: 150, starts: ['integral'] }];
