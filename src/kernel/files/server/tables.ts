import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const filesTables = {
  quarantine: { org: 'follows' },
  upload: { org: 'follows' },
  upload_part: {},
} satisfies Tables;
