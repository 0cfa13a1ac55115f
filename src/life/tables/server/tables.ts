import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const tablesTables = {
  data_centre_filing: {},
  data_centre_fill: { org: 'follows' },
  data_centre_round: {},
  data_centre_table: { org: 'follows' },
  data_centre_version: {},
} satisfies Tables;
