import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const screenTables = {
  screen: {},
} satisfies Tables;
