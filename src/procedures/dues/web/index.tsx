import type { WebModule } from '#platform/web/module.ts';
import { duesRights } from '../rules.rights.ts';

const LIST = ['党费管理', '/affairs/dues'] as const;

export const duesPages: WebModule = {
  name: 'dues',
  rights: duesRights,
  menu: [
    { title: '党费管理', short: '党费', icon: 'dues', path: '/affairs/dues', keys: 'dj:dfgl', worker: ['管理', 90] },
  ],
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
    {
      path: '/affairs/dues/turnLine/:ids',
      title: '转线下缴纳',
      permission: 'dues:collect',
      crumbs: [LIST],
      folded: true,
      load: () => import('./TurnLine.tsx'),
    },
    {
      path: '/affairs/dues/dues-standard/:id/:name/:sign',
      title: '党费标准',
      permission: 'dues:standard',
      crumbs: [LIST],
      folded: true,
      load: () => import('./StandardPage.tsx'),
    },
    {
      path: '/affairs/dues/standards',
      title: '成批设置党费标准',
      permission: 'dues:standard',
      crumbs: [LIST],
      folded: true,
      load: () => import('./StandardGrid.tsx'),
    },
    {
      path: '/affairs/dues/member-record/:id/:name/:standardId',
      title: '党员缴费记录',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MemberYear.tsx'),
    },
    {
      path: '/partyMember/duesSearch',
      title: '党费查询',
      permission: 'dues:own',
      load: () => import('./OwnDues.tsx'),
    },
    {
      path: '/affairs/dues/total-detail/:id',
      title: '党费汇总明细',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./TotalView.tsx'),
    },
    {
      path: '/affairs/dues/histryPartyDues',
      title: '历史党费',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Books.tsx'),
    },
    {
      path: '/affairs/dues/historyParty',
      title: '历史党员党费',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./LeftList.tsx'),
    },
    {
      path: '/affairs/dues/member-config/:memberId',
      title: '党员党费设置',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MemberConfig.tsx'),
    },
  ],
};
