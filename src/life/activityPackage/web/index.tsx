import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { activityPackageRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const activityPackagePages: WebModule = {
  name: 'activityPackage',
  rights: activityPackageRights,
  tabs: [{ title: '活动包', path: '/activityPackage/packageList', keys: 'package:read', worker: ['组织生活', 70] }],
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
