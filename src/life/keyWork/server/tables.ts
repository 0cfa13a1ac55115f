import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const keyWorkTables = {
  key_work_item: { org: 'follows' },
  key_work_part: { org: 'follows' },
  key_work_period: {},
  key_work_report: {},
} satisfies Tables;
