import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const fourColourRights: readonly RightGroup[] = [
  { group: '四色与督查', order: 170, starts: ['colour', 'cockpit'] },
];
