import type { WebModule } from '#platform/web/module.ts';
import { PATHS } from './paths.ts';

export const dataManagePages: WebModule = {
  name: 'dataManage',
  routes: [
    {
      path: PATHS.check,
      title: '数据核查',
      permission: 'check:read',
      // 内容管理 is where the menu has it.
      crumbs: [['内容管理', '/contentManager/classification']],
      folded: true,
      load: () => import('./DataCheck.tsx'),
    },
  ],
};
