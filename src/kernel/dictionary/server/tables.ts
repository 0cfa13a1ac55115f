import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const dictionaryTables = {
  dict_item: {},
} satisfies Tables;
