import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const activityPackageTables = {
  activity_package: { org: 'follows' },
  activity_package_use: {},
} satisfies Tables;
