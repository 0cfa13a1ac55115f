import type { WebModule } from '#platform/web/module.ts';

export const jobPages: WebModule = {
  name: 'job',
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
