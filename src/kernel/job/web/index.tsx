import type { WebModule } from '#platform/web/module.ts';
import { jobRights } from '../rules.rights.ts';

export const jobPages: WebModule = {
  name: 'job',
  rights: jobRights,
  tabs: [
    {
      title: '导出列表',
      path: '/dataManage/exportList',
      keys: 'job:read',
      worker: ['系统管理', 54],
      administrator: ['系统管理', 90],
    },
  ],
  routes: [
    {
      path: '/dataManage/exportList',
      title: '导出列表',
      permission: 'job:read',
      folded: true,
      load: () => import('./JobList.tsx'),
    },
  ],
};
