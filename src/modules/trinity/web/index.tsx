import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { PATHS } from './paths.ts';

const LIST = ['考评设置', PATHS.list] as const;
const MANAGE = ['考评管理', PATHS.manage] as const;
const MATERIALS = ['资料管理', PATHS.materials] as const;

export const trinityPages: WebModule = {
  name: 'trinity',
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
  ],
};
