import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const openAffairsTables = {
  open_affair: {},
  open_board: {},
  open_feedback: {},
  open_item: {},
  open_version: {},
} satisfies Tables;
