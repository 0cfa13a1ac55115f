import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const helpTables = {
  help_document: {},
  help_history: {},
} satisfies Tables;
