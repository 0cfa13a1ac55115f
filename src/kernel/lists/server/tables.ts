import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const listsTables = {
  list_memory: {},
  saved_view: {},
} satisfies Tables;
