import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The addresses of the organisations' assessment; the misspelt ones are the specification's. */
export const PATHS = {
  home: '/integral',
  project: '/integral/project',
  projectType: '/integral/projectType',
  typeProjects: '/integral/projectTypePproject',
  plan: '/integral/plan',
  addProject: '/integral/addProject',
  projectManage: '/integral/projectManage',
  bind: '/integral/bingdProjectToType',
  scope: '/integral/appointScope',
  details: '/integral/details',
  editScore: '/integral/editScore',
  projectList: '/integral/projectList',
  projectView: '/integral/projectView',
  reportManage: '/integral/reportManage',
  itemized: '/integral/itemizedOrStatistical',
  gather: '/integral/gatherReport',
  months: '/integral/pojectOfMonth',
  cable: '/integral/cableReport',
  exemptions: '/integral/exemptionsSet',
} as const;

export const planPath = (id: string) => pathWithQuery(PATHS.plan, { id });
export const detailsPath = (plan: string, org: string) => pathWithQuery(PATHS.details, { plan, org });
export const scorePath = (id: string) => pathWithQuery(PATHS.projectView, { id });
export const editPath = (id: string) => pathWithQuery(PATHS.editScore, { id });
export const reportPath = (path: string, plan: string) => pathWithQuery(path, { plan });
