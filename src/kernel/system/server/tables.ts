import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const systemTables = {
  audit_seal: {},
  swiper: { org: 'follows' },
  upkeep_run: {},
} satisfies Tables;
