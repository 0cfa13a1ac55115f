import type { WebModule } from '#platform/web/module.ts';
import { reportRights } from '../rules.rights.ts';
import { OVERVIEW, pathOf, REPORT_KEYS, REPORTS } from '../rules.ts';

const ALL = ['数据报表', OVERVIEW] as const;

export const reportPages: WebModule = {
  name: 'report',
  rights: reportRights,
  menu: [
    {
      title: '决策支持',
      short: '决策',
      icon: 'chart',
      path: '/decisionSupport/dataReport/overview',
      keys: 'report:read',
      also: ['/decisionSupport'],
      worker: ['分析', 10],
    },
    {
      title: '数据报表',
      short: '报表',
      icon: 'sheet',
      path: '/partyStatistics',
      keys: 'report:read',
      also: ['/partyReport'],
      worker: ['分析', 40],
    },
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
    { path: '/partyStatistics', title: '通用报表', permission: 'report:read', load: () => import('./Common.tsx') },
    {
      path: '/partyReport',
      title: '党务报表',
      permission: 'report:read',
      crumbs: [['通用报表', '/partyStatistics']],
      load: () => import('./Yearly.tsx'),
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
