import type { WebModule } from '#platform/web/module.ts';
import { memberAssessmentRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const HOME = ['党员考核', PATHS.index] as const;
const STATISTICS = ['考核统计', PATHS.statistics] as const;
const below = { permission: 'assess:read', crumbs: [HOME, STATISTICS], folded: true } as const;

export const memberAssessmentPages: WebModule = {
  name: 'memberAssessment',
  rights: memberAssessmentRights,
  tabs: [
    { title: '党员考核', path: '/affairs/assessment/index', keys: 'dj:dykh', worker: ['考核评价', 10] },
    { title: '考核统计', path: '/affairs/assessment/statistics', keys: 'dj:dykh', worker: ['考核评价', 12] },
    { title: '年度考核结果', path: '/affairs/assessment/index?tab=year', keys: 'dj:dykh', worker: ['考核评价', 13] },
    { title: '评分公允', path: '/affairs/assessment/index?tab=fair', keys: 'dj:dykh', worker: ['考核评价', 14] },
    { title: '党员免考', path: '/integral/exemptionsSet?tab=people', keys: 'dj:dykh', worker: ['考核评价', 15] },
    { title: '我的考核', path: '/partyMember/assessment', keys: 'assess:own', worker: ['个人党务', 50] },
  ],
  routes: [
    {
      path: PATHS.index,
      title: '党员考核',
      permission: 'assess:read',
      folded: true,
      load: () => import('./AssessmentPage.tsx'),
    },
    {
      path: PATHS.statistics,
      title: '考核统计',
      permission: 'assess:read',
      crumbs: [HOME],
      folded: true,
      load: () => import('./Statistics.tsx'),
    },
    {
      path: PATHS.scoring(':pmId', ':year', ':month'),
      title: '考核评分',
      ...below,
      load: () => import('./Scoring.tsx'),
    },
    { path: PATHS.batch(':ids', ':belongYear'), title: '批量评分', ...below, load: () => import('./BatchScoring.tsx') },
    {
      path: PATHS.detail(':pmId', ':year', ':month'),
      title: '考核明细',
      ...below,
      load: () => import('./MonthView.tsx'),
    },
    { path: PATHS.rewards(':pmId', ':year'), title: '奖惩', ...below, load: () => import('./RewardPunish.tsx') },
    { path: PATHS.own, title: '我的考核', permission: 'assess:own', load: () => import('./OwnAssessment.tsx') },
  ],
};
