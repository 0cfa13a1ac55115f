import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const reportTables = {
  own_report: { org: 'follows' },
  report_setting: {},
} satisfies Tables;
