import type { WebModule } from '#platform/web/module.ts';
import { departureRights } from '../rules.rights.ts';

const HOME = '/affairs/variation';
const LIST = ['党员异动', HOME] as const;

export const departurePages: WebModule = {
  name: 'departure',
  rights: departureRights,
  tabs: [{ title: '党员异动', path: '/affairs/variation', keys: 'dj:dyyd', worker: ['党员', 40] }],
  routes: [
    {
      path: HOME,
      title: '党员异动',
      permission: 'variation:read',
      folded: true,
      load: () => import('./VariationList.tsx'),
    },
    {
      path: `${HOME}/variationAdd`,
      title: '新增异动',
      permission: 'variation:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./VariationAdd.tsx'),
    },
    {
      path: `${HOME}/variationDetail/:id`,
      title: '异动详情',
      permission: 'variation:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./VariationView.tsx'),
    },
    {
      path: `${HOME}/variationRestore/:id`,
      title: '恢复党籍',
      permission: 'variation:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./VariationRestore.tsx'),
    },
  ],
};
