import type { WebModule } from '#platform/web/module.ts';
import { dataCheckRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const dataCheckPages: WebModule = {
  name: 'dataCheck',
  rights: dataCheckRights,
  tabs: [
    {
      title: '数据核查',
      path: '/dataManage/dataCheck',
      keys: 'dj:nrgl',
      worker: ['数据分析', 62],
      administrator: ['数据分析', 62],
    },
  ],
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
