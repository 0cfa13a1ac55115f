import type { WebModule } from '#platform/web/module.ts';
import { dualReportRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const LIST = ['报到列表', PATHS.list] as const;
const PAIRS = ['报到组织管理', PATHS.pairs] as const;

export const dualReportPages: WebModule = {
  name: 'dualReport',
  rights: dualReportRights,
  menu: [
    {
      title: '双报到',
      short: '双报到',
      icon: 'pinCheck',
      path: '/service/reportList',
      keys: 'dj:sbd',
      also: ['/service'],
      worker: ['服务', 90],
    },
    {
      title: '社区报到',
      short: '报到',
      icon: 'pinCheck',
      path: '/service/addMember',
      keys: 'sbd:own',
      unless: 'dj:sbd',
      worker: ['服务', 120],
    },
  ],
  routes: [
    {
      path: PATHS.list,
      title: '报到列表',
      permission: 'sbd:read',
      folded: true,
      load: () => import('./ReportList.tsx'),
    },
    {
      path: PATHS.add,
      title: '党员报到',
      permission: 'sbd:own,sbd:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./AddMember.tsx'),
    },
    {
      path: PATHS.desk,
      title: '党员报到审核',
      permission: 'sbd:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./AuditMember.tsx'),
    },
    {
      path: PATHS.pairs,
      title: '报到组织管理',
      permission: 'sbd:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./PairList.tsx'),
    },
    {
      path: PATHS.addPair,
      title: '组织报到',
      permission: 'sbd:write',
      crumbs: [LIST, PAIRS],
      folded: true,
      load: () => import('./AddOrg.tsx'),
    },
    {
      path: PATHS.pairDesk,
      title: '组织报到审核',
      permission: 'sbd:read',
      crumbs: [LIST, PAIRS],
      folded: true,
      load: () => import('./AuditOrg.tsx'),
    },
    {
      path: PATHS.configuration,
      title: '双报到配置',
      permission: 'sbd:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Configuration.tsx'),
    },
    {
      path: PATHS.memberCount,
      title: '党员统计',
      permission: 'sbd:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Count.tsx'),
    },
    {
      path: PATHS.orgCount,
      title: '组织统计',
      permission: 'sbd:read',
      crumbs: [LIST, PAIRS],
      folded: true,
      load: () => import('./Count.tsx'),
    },
  ],
};
