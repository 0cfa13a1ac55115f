import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { trinityRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const LIST = ['考评设置', PATHS.list] as const;
const MANAGE = ['考评管理', PATHS.manage] as const;
const REPORT = ['考评报表', PATHS.report] as const;
const MATERIALS = ['资料管理', PATHS.materials] as const;

export const trinityPages: WebModule = {
  name: 'trinity',
  rights: trinityRights,
  menu: [
    {
      title: '三位一体',
      short: '考评',
      icon: 'layers',
      path: '/trinity/evaluationSet',
      keys: 'trinity:read',
      also: ['/trinity'],
      worker: ['管理', 160],
    },
  ],
  routes: [
    ...nounRoutes({
      label: '考评',
      title: '考评设置',
      list: PATHS.list,
      pages: { browse: PATHS.view, form: PATHS.form },
      read: 'trinity:read',
      write: 'trinity:set',
      load: () => import('./evaluation.tsx'),
    }),
    {
      path: PATHS.manage,
      title: '考评管理',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Manage.tsx'),
    },
    {
      path: PATHS.unit,
      title: '考评详情',
      permission: 'trinity:read',
      crumbs: [LIST, MANAGE],
      load: () => import('./UnitView.tsx'),
    },
    {
      path: PATHS.materials,
      title: '资料管理',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Materials.tsx'),
    },
    {
      path: PATHS.material,
      title: '资料详情',
      permission: 'trinity:read',
      crumbs: [LIST, MATERIALS],
      load: () => import('./MaterialView.tsx'),
    },
    {
      path: PATHS.units,
      title: '设置考核单位',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Units.tsx'),
    },
    {
      path: PATHS.orgs,
      title: '组织管理',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Orgs.tsx'),
    },
    {
      path: PATHS.cases,
      title: '优秀案例',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Cases.tsx'),
    },
    {
      path: PATHS.report,
      title: '考评报表',
      permission: 'trinity:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./ReportHome.tsx'),
    },
    {
      path: PATHS.orgReport,
      title: '组织报表',
      permission: 'trinity:read',
      crumbs: [LIST, REPORT],
      folded: true,
      load: () => import('./OrgReport.tsx'),
    },
    {
      path: PATHS.scoreReport,
      title: '得分报表',
      permission: 'trinity:read',
      crumbs: [LIST, REPORT],
      folded: true,
      load: () => import('./ScoreReport.tsx'),
    },
    {
      path: PATHS.materialReport,
      title: '资料报表',
      permission: 'trinity:read',
      crumbs: [LIST, REPORT],
      folded: true,
      load: () => import('./MaterialReport.tsx'),
    },
    {
      path: PATHS.behind,
      title: '资料报表详情',
      permission: 'trinity:read',
      crumbs: [LIST, REPORT, ['资料报表', PATHS.materialReport]],
      folded: true,
      load: () => import('./Behind.tsx'),
    },
  ],
};
