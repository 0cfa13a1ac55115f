import type { WebModule } from '#platform/web/module.ts';
import { pointsRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const ASSESSMENT = ['党员考核', '/affairs/assessment/index'] as const;
const HOME = ['积分管理', PATHS.home] as const;

export const pointsPages: WebModule = {
  name: 'points',
  rights: pointsRights,
  tabs: [
    { title: '积分管理', path: '/affairs/integral/integralManagement', keys: 'points:read', worker: ['考核评价', 20] },
    {
      title: '积分明细',
      path: '/affairs/integral/integralManagement?tab=lines',
      keys: 'points:read',
      worker: ['考核评价', 21],
    },
    {
      title: '手工积分',
      path: '/affairs/integral/integralManagement?tab=hand',
      keys: 'points:read',
      worker: ['考核评价', 22],
    },
    {
      title: '积分申诉',
      path: '/affairs/integral/integralManagement?tab=appeal',
      keys: 'points:read',
      worker: ['考核评价', 23],
    },
    {
      title: '积分办法',
      path: '/affairs/integral/integralManagement?tab=sets',
      keys: 'points:read',
      worker: ['考核评价', 24],
    },
    { title: '积分报表', path: '/affairs/integral/report/:workOrgId', keys: 'points:read', worker: ['考核评价', 25] },
    { title: '我的积分', path: '/partyMember/points', keys: 'points:own', worker: ['个人党务', 60] },
  ],
  routes: [
    {
      path: PATHS.home,
      title: '积分管理',
      permission: 'points:read',
      crumbs: [ASSESSMENT],
      folded: true,
      load: () => import('./PointsPage.tsx'),
    },
    {
      path: PATHS.rank(':id', ':code'),
      title: '党员积分排名',
      permission: 'points:read',
      crumbs: [ASSESSMENT, HOME],
      folded: true,
      load: () => import('./RankList.tsx'),
    },
    {
      path: PATHS.report(':id'),
      title: '积分报表',
      permission: 'points:read',
      crumbs: [ASSESSMENT, HOME],
      folded: true,
      load: () => import('./ReportPage.tsx'),
    },
    { path: PATHS.own, title: '我的积分', permission: 'points:own', load: () => import('./OwnPoints.tsx') },
  ],
};
