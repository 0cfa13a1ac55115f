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
  tabs: [
    { title: '考评设置', path: '/trinity/evaluationSet', keys: 'trinity:read', worker: ['考核评价', 60] },
    { title: '考评管理', path: '/trinity/evaluationManage', keys: 'trinity:read', worker: ['考核评价', 61] },
    { title: '资料管理', path: '/trinity/dataManage', keys: 'trinity:read', worker: ['考核评价', 62] },
    { title: '优秀案例', path: '/trinity/excellentCase', keys: 'trinity:read', worker: ['考核评价', 63] },
    { title: '考评报表', path: '/trinity/report', keys: 'trinity:read', worker: ['考核评价', 64] },
    { title: '组织管理', path: '/trinity/organizationManage', keys: 'trinity:read', worker: ['考核评价', 65] },
    { title: '设置考核单位', path: '/trinity/settingAssessmentUnit', keys: 'trinity:read', worker: ['考核评价', 66] },
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
