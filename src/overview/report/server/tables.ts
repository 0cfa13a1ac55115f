import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const reportTables = {
  month_end: { org: 'follows' },
  month_end_kept: {},
  own_report: { org: 'follows' },
  report_receiver: {},
  report_setting: {},
  report_subscription: { org: 'follows' },
} satisfies Tables;
