import type { WebModule } from '#platform/web/module.ts';
import { PATHS } from './paths.ts';

export const dataManagePages: WebModule = {
  name: 'dataManage',
  routes: [
    {
      path: PATHS.check,
      title: '数据核查',
      permission: 'check:read',
      folded: true,
      load: () => import('./DataCheck.tsx'),
    },
  ],
};
