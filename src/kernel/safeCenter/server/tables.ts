import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const safeCenterTables = {
  safe_proof: {},
  safe_try: {},
  secret_question: {},
} satisfies Tables;
