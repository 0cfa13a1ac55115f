import { pathWithQuery } from '#platform/web/route/navigation.ts';

const ROOT = '/affairs/relation';

/** The addresses of the pages of transfers; names stand in none of them. */
export const PATHS = {
  desk: ROOT,
  out: `${ROOT}/transferOut`,
  in: `${ROOT}/transferIn`,
  path: `${ROOT}/transferPath`,
  balance: `${ROOT}/balance`,
  setting: `${ROOT}/setting`,
  /** 毕业生批量转出. */
  graduates: `${ROOT}/graduates`,
  /** The same by a sheet of up to two thousand lines. */
  graduateSheets: `${ROOT}/graduateSheets`,
  /** 系统间转接. */
  exchange: `${ROOT}/exchange`,
  /** 党员证明信. */
  proofs: `${ROOT}/proofs`,
  handle: (id: string, view: string) => `${ROOT}/businessHandle/${id}/${view}`,
  viewLetter: `${ROOT}/viewRelationLetter`,
  editLetter: (id: string) => `${ROOT}/editTransferLetter/${id}`,
  /** The numbers of the organisations below one; the own one unless told. */
  under: (orgId?: string) => pathWithQuery(`${ROOT}/underList`, orgId ? { orgId } : {}),
  /** The rows behind one of them. */
  work: (view: string, orgCode: string) => `${ROOT}/workDetail/${view}/${orgCode}/-`,
} as const;
