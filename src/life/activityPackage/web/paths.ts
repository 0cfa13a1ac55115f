import { pathWithQuery } from '#platform/web/route/navigation.ts';

const BASE = '/activityPackage';

/** Where the pages of 活动包 stand; the specification names no parameter, so that ids are in the query. */
export const PATHS = {
  list: `${BASE}/packageList`,
  add: `${BASE}/addPackage`,
  edit: `${BASE}/editPackage`,
  detail: `${BASE}/packageDetils`,
  detailOf: (id: string) => pathWithQuery(`${BASE}/packageDetils`, { id }),
} as const;
