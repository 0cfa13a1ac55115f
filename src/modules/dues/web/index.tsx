import type { WebModule } from '#platform/web/module.ts';

const LIST = ['党费管理', '/affairs/dues'] as const;

export const duesPages: WebModule = {
  name: 'dues',
  routes: [
    {
      path: '/affairs/dues',
      title: '党费管理',
      permission: 'dues:read',
      folded: true,
      load: () => import('./DuesPage.tsx'),
    },
    {
      path: '/affairs/dues/bulk-hand-in/:ids',
      title: '批量缴纳',
      permission: 'dues:collect',
      crumbs: [LIST],
      folded: true,
      load: () => import('./HandIn.tsx'),
    },
  ],
};
