const BASE = '/affairs/organization/threeAffairs';

/** Where the pages of 三务公开 stand. */
export const PATHS = {
  list: BASE,
  due: `${BASE}/due`,
  catalogue: `${BASE}/catalogue`,
  detail: (id: string) => `${BASE}OpenDetail/${id}`,
  edit: (id: string) => `${BASE}OpenEdit/${id}`,
  classify: (kind: string) => `${BASE}OpenClassify/${kind}`,
} as const;
