import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const trinityTables = {
  trinity_case: { org: 'follows' },
  trinity_entry: {},
  trinity_evaluation: { org: 'follows' },
  trinity_item: {},
  trinity_record: {},
  trinity_score: {},
  trinity_unit: { org: 'follows' },
} satisfies Tables;
