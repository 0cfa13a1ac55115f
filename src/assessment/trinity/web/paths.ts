import { pathWithQuery } from '#platform/web/route/navigation.ts';

const BASE = '/trinity';

/** Where the pages of 三位一体 stand; the specification names no parameter, so that ids are in the query. */
export const PATHS = {
  list: `${BASE}/evaluationSet`,
  form: `${BASE}/evaluationSet/edit`,
  view: `${BASE}/evaluationManage/view`,
  units: `${BASE}/settingAssessmentUnit`,
  orgs: `${BASE}/organizationManage`,
  manage: `${BASE}/evaluationManage`,
  unit: `${BASE}/evaluationManage/Detail`,
  materials: `${BASE}/dataManage`,
  material: `${BASE}/dataManageView`,
  report: `${BASE}/report`,
  orgReport: `${BASE}/report/orgReport`,
  scoreReport: `${BASE}/report/scoreReport`,
  materialReport: `${BASE}/report/materialReport`,
  behind: `${BASE}/materialReportView`,
  cases: `${BASE}/excellentCase`,
  caseOf: (id: string) => pathWithQuery(`${BASE}/excellentCase`, { id }),
  unitOf: (id: string) => pathWithQuery(`${BASE}/evaluationManage/Detail`, { id }),
  materialOf: (id: string) => pathWithQuery(`${BASE}/dataManageView`, { id }),
  materialsOf: (of: Record<string, string | undefined>) => pathWithQuery(`${BASE}/dataManage`, of),
  viewOf: (id: string) => pathWithQuery(`${BASE}/evaluationManage/view`, { id }),
  behindOf: (of: Record<string, string | undefined>) => pathWithQuery(`${BASE}/materialReportView`, of),
  unitsOf: (evaluationId: string) => pathWithQuery(`${BASE}/settingAssessmentUnit`, { evaluationId }),
} as const;
