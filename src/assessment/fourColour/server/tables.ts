import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const fourColourTables = {
  colour_freeze: { org: 'follows' },
  colour_hand: { org: 'follows' },
  colour_quarter: { org: 'follows' },
  colour_rectification: { org: 'follows' },
  colour_scheme: { org: 'follows' },
  weak_org: { org: 'follows' },
  weak_step: {},
} satisfies Tables;
