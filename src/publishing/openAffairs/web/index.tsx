import type { WebModule } from '#platform/web/module.ts';
import { openAffairsRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const ORGS = ['组织信息', '/affairs/organization'] as const;
const LIST = ['三务公开', PATHS.list] as const;

export const openAffairsPages: WebModule = {
  name: 'openAffairs',
  rights: openAffairsRights,
  tabs: [
    { title: '三务公开', path: '/affairs/organization/threeAffairs', keys: 'open:write', worker: ['资讯互动', 30] },
    {
      title: '应公开清单',
      path: '/affairs/organization/threeAffairs/due',
      keys: 'open:write',
      worker: ['资讯互动', 31],
    },
    {
      title: '已公开的事项',
      path: '/affairs/organization/threeAffairsOpenClassify/party',
      keys: 'open:read',
      worker: ['资讯互动', 32],
    },
    {
      title: '公开目录',
      path: '/affairs/organization/threeAffairs/catalogue',
      keys: 'open:catalogue',
      worker: ['资讯互动', 33],
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
