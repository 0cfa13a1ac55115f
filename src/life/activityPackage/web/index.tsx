import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { activityPackageRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const activityPackagePages: WebModule = {
  name: 'activityPackage',
  rights: activityPackageRights,
  menu: [
    {
      title: '活动包',
      short: '活动包',
      icon: 'calendarCheck',
      path: '/activityPackage/packageList',
      keys: 'package:read',
      also: ['/activityPackage'],
      worker: ['服务', 170],
    },
  ],
  routes: nounRoutes({
    label: '活动包',
    title: '活动包',
    list: PATHS.list,
    pages: { browse: PATHS.detail, form: PATHS.add, edit: PATHS.edit },
    read: 'package:read',
    write: 'package:write',
    load: () => import('./package.tsx'),
  }),
};
