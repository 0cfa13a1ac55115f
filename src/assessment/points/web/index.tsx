import type { WebModule } from '#platform/web/module.ts';
import { pointsRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const ASSESSMENT = ['党员考核', '/affairs/assessment/index'] as const;
const HOME = ['积分管理', PATHS.home] as const;

export const pointsPages: WebModule = {
  name: 'points',
  rights: pointsRights,
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
