import type { WebModule } from '#platform/web/module.ts';
import { jobRights } from '../rules.rights.ts';

export const jobPages: WebModule = {
  name: 'job',
  rights: jobRights,
  menu: [
    {
      title: '导出列表',
      short: '导出',
      icon: 'export',
      path: '/dataManage/exportList',
      keys: 'job:read',
      worker: ['系统', 60],
      administrator: ['数据', 50],
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
