import type { WebModule } from '#platform/web/module.ts';
import { dualReportRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const LIST = ['双报到', PATHS.list] as const;
const PAIRS = ['报到组织管理', PATHS.pairs] as const;

export const dualReportPages: WebModule = {
  name: 'dualReport',
  rights: dualReportRights,
  tabs: [
    { title: '双报到', path: '/service/reportList', keys: 'dj:sbd', worker: ['志愿服务', 40] },
    { title: '党员报到', path: '/service/addMember', keys: 'sbd:own', unless: 'dj:sbd', worker: ['志愿服务', 39] },
    { title: '党员报到审核', path: '/service/auditMember', keys: 'dj:sbd', worker: ['志愿服务', 41] },
    { title: '报到组织管理', path: '/service/adminOrg', keys: 'dj:sbd', worker: ['志愿服务', 42] },
    { title: '组织报到审核', path: '/service/auditOrg', keys: 'dj:sbd', worker: ['志愿服务', 43] },
    { title: '党员报到统计', path: '/service/memberCount', keys: 'dj:sbd', worker: ['志愿服务', 44] },
    { title: '组织报到统计', path: '/service/organizationCount', keys: 'dj:sbd', worker: ['志愿服务', 45] },
    { title: '双报到配置', path: '/service/configuration', keys: 'dj:sbd', worker: ['志愿服务', 46] },
  ],
  routes: [
    {
      path: PATHS.list,
      title: '双报到',
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
      title: '党员报到统计',
      permission: 'sbd:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Count.tsx'),
    },
    {
      path: PATHS.orgCount,
      title: '组织报到统计',
      permission: 'sbd:read',
      crumbs: [LIST, PAIRS],
      folded: true,
      load: () => import('./Count.tsx'),
    },
  ],
};
