import type { WebModule } from '#platform/web/module.ts';
import { dataCheckRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const dataCheckPages: WebModule = {
  name: 'dataCheck',
  rights: dataCheckRights,
  routes: [
    {
      path: PATHS.check,
      // The specification's title of it, and the menu's entry; the page says what it is.
      title: '内容管理',
      permission: 'check:read',
      folded: true,
      load: () => import('./DataCheck.tsx'),
    },
  ],
};
