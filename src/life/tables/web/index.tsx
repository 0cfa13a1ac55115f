import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { tablesRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const ALL = ['数据中心', PATHS.list] as const;

export const tablesPages: WebModule = {
  name: 'tables',
  rights: tablesRights,
  tabs: [
    { title: '数据中心', path: '/tablemanager/tablelist', keys: 'dataCentre:read', worker: ['党务办公', 40] },
    { title: '我的填报', path: '/tablemanager/tablelist/mine', keys: 'dataCentre:read', worker: ['党务办公', 42] },
    { title: '填报情况', path: '/tablemanager/tablelist/fills', keys: 'dataCentre:read', worker: ['党务办公', 44] },
  ],
  routes: [
    ...nounRoutes({
      label: '数据表',
      title: '数据中心',
      list: PATHS.list,
      read: 'dataCentre:read',
      write: 'dataCentre:design',
      load: () => import('./table.tsx'),
    }),
    {
      path: PATHS.design,
      title: '设计数据表',
      permission: 'dataCentre:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./Design.tsx'),
    },
    {
      path: PATHS.mine,
      title: '我的填报',
      permission: 'dataCentre:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./MyList.tsx'),
    },
    {
      path: PATHS.fills,
      title: '填报情况',
      permission: 'dataCentre:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./Fills.tsx'),
    },
    {
      path: PATHS.fill,
      title: '填报数据表',
      permission: 'dataCentre:fill',
      crumbs: [ALL, ['我的填报', PATHS.mine]],
      folded: true,
      load: () => import('./FillForm.tsx'),
    },
    {
      path: PATHS.view,
      title: '填报详情',
      permission: 'dataCentre:read',
      crumbs: [ALL],
      load: () => import('./FillView.tsx'),
    },
    {
      path: PATHS.sum,
      title: '数据表汇总',
      permission: 'dataCentre:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./Sum.tsx'),
    },
  ],
};
