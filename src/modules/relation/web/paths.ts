const ROOT = '/affairs/relation';

/** The addresses of the pages of transfers; names stand in none of them. */
export const PATHS = {
  desk: ROOT,
  out: `${ROOT}/transferOut`,
  in: `${ROOT}/transferIn`,
  path: `${ROOT}/transferPath`,
  balance: `${ROOT}/balance`,
  setting: `${ROOT}/setting`,
  handle: (id: string, view: string) => `${ROOT}/businessHandle/${id}/${view}`,
  viewLetter: `${ROOT}/viewRelationLetter`,
  editLetter: (id: string) => `${ROOT}/editTransferLetter/${id}`,
  work: (view: string, orgCode: string) => `${ROOT}/workDetail/${view}/${orgCode}/-`,
} as const;
