import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { keyWorkRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const MINE = ['我的重点工作', PATHS.mine] as const;
const SETTING = ['重点工作设置', PATHS.setting] as const;

export const keyWorkPages: WebModule = {
  name: 'keyWork',
  rights: keyWorkRights,
  tabs: [
    { title: '我的重点工作', path: '/importWork/myKeyWork', keys: 'dj:dwbg', worker: ['党务办公', 30] },
    { title: '重点工作设置', path: '/importWork/keyWorkSetting', keys: 'dj:dwbg', worker: ['党务办公', 32] },
    { title: '已完成的重点工作', path: '/importWork/finished', keys: 'dj:dwbg', worker: ['党务办公', 34] },
    { title: '重点工作报表', path: '/importWork/report', keys: 'dj:dwbg', worker: ['党务办公', 36] },
  ],
  routes: [
    ...nounRoutes({
      label: '重点工作',
      title: '重点工作设置',
      list: PATHS.setting,
      pages: { browse: PATHS.item, form: PATHS.form },
      read: 'keyWork:read',
      write: 'keyWork:set',
      crumbs: [MINE],
      load: () => import('./item.tsx'),
    }),
    {
      path: PATHS.mine,
      title: '我的重点工作',
      permission: 'keyWork:read',
      folded: true,
      load: () => import('./MyList.tsx'),
    },
    {
      path: PATHS.part,
      title: '我的重点工作详情',
      permission: 'keyWork:read',
      crumbs: [MINE],
      load: () => import('./PartView.tsx'),
    },
    {
      path: PATHS.finish,
      title: '完成重点工作',
      permission: 'keyWork:report',
      crumbs: [MINE],
      folded: true,
      load: () => import('./FinishForm.tsx'),
    },
    {
      path: PATHS.finishView,
      title: '完成情况',
      permission: 'keyWork:read',
      crumbs: [MINE],
      load: () => import('./FinishView.tsx'),
    },
    {
      path: PATHS.files,
      title: '资料详情',
      permission: 'keyWork:read',
      crumbs: [MINE],
      load: () => import('./FilesDetail.tsx'),
    },
    {
      path: PATHS.finished,
      title: '已完成的重点工作',
      permission: 'keyWork:read',
      crumbs: [MINE],
      folded: true,
      load: () => import('./Finished.tsx'),
    },
    {
      path: PATHS.report,
      title: '重点工作报表',
      permission: 'keyWork:read',
      crumbs: [MINE, SETTING],
      folded: true,
      load: () => import('./Report.tsx'),
    },
  ],
};
