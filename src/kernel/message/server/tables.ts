import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const messageTables = {
  org_message: {},
  todo_later: {},
} satisfies Tables;
