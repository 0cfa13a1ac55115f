import type { WebModule } from '#platform/web/module.ts';
import { openAffairsRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const ORGS = ['组织信息', '/affairs/organization'] as const;
const LIST = ['三务公开', PATHS.list] as const;

export const openAffairsPages: WebModule = {
  name: 'openAffairs',
  rights: openAffairsRights,
  menu: [
    {
      title: '三务公开',
      short: '公开',
      icon: 'document',
      path: '/affairs/organization/threeAffairsOpenClassify/party',
      keys: 'open:read',
      also: ['/affairs/organization/threeAffairsOpenClassify', '/affairs/organization/threeAffairsOpenDetail'],
      worker: ['服务', 10],
    },
  ],
  routes: [
    {
      path: PATHS.list,
      title: '三务公开',
      permission: 'open:write',
      folded: true,
      crumbs: [ORGS],
      load: () => import('./AffairList.tsx'),
    },
    {
      path: PATHS.due,
      title: '应公开清单',
      permission: 'open:write',
      folded: true,
      crumbs: [ORGS, LIST],
      load: () => import('./DueList.tsx'),
    },
    {
      path: PATHS.catalogue,
      title: '公开目录',
      permission: 'open:catalogue',
      folded: true,
      crumbs: [ORGS, LIST],
      load: () => import('./Catalogue.tsx'),
    },
    {
      path: PATHS.classify(':type'),
      title: '已公开的事项',
      permission: 'open:read',
      folded: true,
      crumbs: [ORGS, LIST],
      load: () => import('./ShownList.tsx'),
    },
    {
      path: PATHS.detail(':id'),
      title: '公开详情',
      permission: 'open:read',
      crumbs: [ORGS, LIST, ['已公开的事项', PATHS.classify('party')]],
      load: () => import('./AffairView.tsx'),
    },
    {
      path: PATHS.edit(':id'),
      title: '编辑公开',
      permission: 'open:write',
      crumbs: [ORGS, LIST],
      folded: true,
      load: () => import('./AffairForm.tsx'),
    },
    { path: '/open/:code', title: '三务公开', chrome: 'none', load: () => import('./PublicPage.tsx') },
    // On codes that were printed before boards came.
    { path: '/m/open/:code', title: '三务公开', chrome: 'none', load: () => import('./PublicPage.tsx') },
  ],
};
