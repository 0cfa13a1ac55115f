import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const dataCheckTables = {
  data_check_row: { org: 'follows' },
  data_check_run: { org: 'follows' },
} satisfies Tables;
