import { pathWithQuery } from '#platform/web/route/navigation.ts';

const BASE = '/importWork';

/** Where the pages of 重点工作 stand; the specification names no parameter, so that ids are in the query. */
export const PATHS = {
  mine: `${BASE}/myKeyWork`,
  setting: `${BASE}/keyWorkSetting`,
  item: `${BASE}/keyWorkView`,
  form: `${BASE}/addAkeyWork`,
  finished: `${BASE}/finished`,
  files: `${BASE}/filesDetail`,
  part: `${BASE}/myKeyWorkView`,
  finish: `${BASE}/finishMyKeyWork`,
  finishView: `${BASE}/finishMyKeyWorkView`,
  report: `${BASE}/report`,
  itemOf: (id: string) => pathWithQuery(`${BASE}/keyWorkView`, { id }),
  partOf: (id: string) => pathWithQuery(`${BASE}/myKeyWorkView`, { id }),
  finishOf: (id: string) => pathWithQuery(`${BASE}/finishMyKeyWork`, { id }),
  finishViewOf: (id: string) => pathWithQuery(`${BASE}/finishMyKeyWorkView`, { id }),
  filesOf: (id: string) => pathWithQuery(`${BASE}/filesDetail`, { id }),
} as const;
