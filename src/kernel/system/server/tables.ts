import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const systemTables = {
  audit_seal: {},
  site_config: {},
  swiper: { org: 'follows' },
} satisfies Tables;
