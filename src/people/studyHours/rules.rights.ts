import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const studyHoursRights: readonly RightGroup[] = [
  { group: '智慧教育', order: 200, starts: ['hours', 'certificate'] },
];
