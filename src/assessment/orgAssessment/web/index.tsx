import type { PageRoute, WebModule } from '#platform/web/module.ts';
import { orgAssessmentRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const HOME = ['组织考核', PATHS.home] as const;
const LIBRARY = ['考核项目', PATHS.project] as const;
const PLANS = ['考核方案', PATHS.plan] as const;
const REPORTS = ['报表管理', PATHS.reportManage] as const;
const OWN = ['项目列表', PATHS.projectList] as const;

const page = (
  path: string,
  title: string,
  load: PageRoute['load'],
  crumbs: PageRoute['crumbs'] = [HOME],
  permission = 'integral:read',
): PageRoute => ({ path, title, load, crumbs, permission, folded: true });

export const orgAssessmentPages: WebModule = {
  name: 'orgAssessment',
  rights: orgAssessmentRights,
  tabs: [
    { title: '组织考核', path: '/integral', keys: 'integral:read', worker: ['考核评价', 30] },
    { title: '考核方案', path: '/integral/plan', keys: 'integral:read', worker: ['考核评价', 31] },
    { title: '项目列表', path: '/integral/projectList', keys: 'integral:read', worker: ['考核评价', 32] },
    { title: '考核项目', path: '/integral/project', keys: 'integral:read', worker: ['考核评价', 33] },
    { title: '项目管理', path: '/integral/projectManage', keys: 'integral:read', worker: ['考核评价', 34] },
    { title: '项目类型', path: '/integral/projectType', keys: 'integral:read', worker: ['考核评价', 35] },
    { title: '免考设置', path: '/integral/exemptionsSet', keys: 'integral:read', worker: ['考核评价', 36] },
    { title: '报表管理', path: '/integral/reportManage', keys: 'integral:read', worker: ['考核评价', 37] },
  ],
  routes: [
    page(PATHS.home, '组织考核', () => import('./Home.tsx'), []),
    page(PATHS.project, '考核项目', () => import('./Projects.tsx')),
    page(PATHS.projectManage, '项目管理', () => import('./ProjectManage.tsx'), [HOME, LIBRARY]),
    page(PATHS.addProject, '新增项目', () => import('./ProjectForm.tsx'), [HOME, LIBRARY], 'integral:manage'),
    page(PATHS.projectType, '项目类型', () => import('./Types.tsx'), [HOME, LIBRARY]),
    page(PATHS.bind, '绑定项目类型', () => import('./BindType.tsx'), [HOME, LIBRARY], 'integral:manage'),
    page(PATHS.typeProjects, '类型项目', () => import('./TypeProjects.tsx'), [HOME, LIBRARY]),
    page(PATHS.plan, '考核方案', () => import('./Plans.tsx')),
    page(PATHS.scope, '指定范围', () => import('./Scope.tsx'), [HOME, PLANS], 'integral:manage'),
    page(PATHS.projectList, '项目列表', () => import('./ScoreList.tsx')),
    page(PATHS.projectView, '项目详情', () => import('./ScoreView.tsx'), [HOME, OWN]),
    page(PATHS.details, '考核明细', () => import('./OrgScoresView.tsx'), [HOME, REPORTS]),
    page(PATHS.editScore, '编辑得分', () => import('./EditScore.tsx'), [HOME, OWN], 'integral:score'),
    page(PATHS.exemptions, '免考设置', () => import('./Exemptions.tsx')),
    page(PATHS.reportManage, '报表管理', () => import('./Reports.tsx')),
    page(PATHS.itemized, '分项统计', () => import('./Itemized.tsx'), [HOME, REPORTS]),
    page(PATHS.gather, '汇总报表', () => import('./Gather.tsx'), [HOME, REPORTS]),
    page(PATHS.months, '月度项目', () => import('./Months.tsx'), [HOME, REPORTS]),
    page(PATHS.cable, '电报报表', () => import('./Cable.tsx'), [HOME, REPORTS]),
  ],
};
