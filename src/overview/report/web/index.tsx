import type { WebModule } from '#platform/web/module.ts';
import { ANNUAL } from '../rules.annual.ts';
import { ADD_OWN } from '../rules.own.ts';
import { reportRights } from '../rules.rights.ts';
import { OVERVIEW, pathOf, REPORT_KEYS, REPORTS } from '../rules.ts';

const ALL = ['数据报表', OVERVIEW] as const;
const YEARS = ['年报确认和冻结', ANNUAL] as const;

export const reportPages: WebModule = {
  name: 'report',
  rights: reportRights,
  tabs: [
    {
      title: '数据报表',
      path: '/decisionSupport/dataReport/overview',
      keys: 'report:read',
      also: ['/decisionSupport'],
      worker: ['数据分析', 10],
    },
    { title: '统计分析', path: '/decisionSupport/statisic', keys: 'report:read', worker: ['数据分析', 12] },
    { title: '通用报表', path: '/partyStatistics', keys: 'report:read', worker: ['数据分析', 14] },
    { title: '党务报表', path: '/partyReport', keys: 'report:read', worker: ['数据分析', 16] },
    { title: '年报确认和冻结', path: ANNUAL, keys: 'report:read', worker: ['数据分析', 18] },
    { title: '报表订阅', path: '/decisionSupport/subscription', keys: 'report:schedule', worker: ['数据分析', 68] },
    { title: '报表设置', path: '/decisionSupport/set', keys: 'report:set', worker: ['数据分析', 70] },
  ],
  routes: [
    {
      path: '/decisionSupport/dataReport/:page',
      title: '数据报表',
      permission: 'report:read',
      places: [{ path: OVERVIEW, title: '数据报表', permission: 'report:read' }],
      load: () => import('./Overview.tsx'),
    },
    {
      path: '/decisionSupport/set',
      title: '报表设置',
      permission: 'report:set',
      crumbs: [ALL],
      load: () => import('./Setting.tsx'),
    },
    {
      path: '/decisionSupport/subscription',
      title: '报表订阅',
      permission: 'report:schedule',
      crumbs: [ALL],
      load: () => import('./Subscriptions.tsx'),
    },
    { path: '/partyStatistics', title: '通用报表', permission: 'report:read', load: () => import('./Common.tsx') },
    {
      path: '/partyReport',
      title: '党务报表',
      permission: 'report:read',
      crumbs: [['通用报表', '/partyStatistics']],
      load: () => import('./Yearly.tsx'),
    },
    {
      path: ADD_OWN,
      title: '新建自定义报表',
      permission: 'report:design',
      crumbs: [ALL],
      load: () => import('./OwnForm.tsx'),
    },
    {
      path: '/decisionSupport/own/:id',
      title: '自定义报表',
      permission: 'report:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./ReportPage.tsx'),
    },
    {
      path: '/decisionSupport/own/:id/edit',
      title: '修改自定义报表',
      permission: 'report:design',
      crumbs: [ALL],
      load: () => import('./OwnForm.tsx'),
    },
    {
      path: ANNUAL,
      title: '年报确认和冻结',
      permission: 'report:read',
      crumbs: [['党务报表', '/partyReport']],
      load: () => import('./Annual.tsx'),
    },
    {
      path: `${ANNUAL}/:id`,
      title: '年报',
      permission: 'report:read',
      crumbs: [YEARS],
      load: () => import('./AnnualRound.tsx'),
    },
    {
      path: `${ANNUAL}/table/:frozen`,
      title: '冻结的年报',
      permission: 'report:read',
      crumbs: [YEARS],
      folded: true,
      load: () => import('./ReportPage.tsx'),
    },
    {
      path: `${ANNUAL}/compare/:id`,
      title: '年报对比',
      permission: 'member:read',
      crumbs: [YEARS],
      load: () => import('./AnnualCompare.tsx'),
    },
    ...REPORT_KEYS.map((key) => ({
      path: pathOf(key),
      title: REPORTS[key].title,
      permission: 'report:read',
      crumbs: [ALL],
      folded: true,
      load: () => import('./ReportPage.tsx'),
    })),
  ],
};
