import type { WebModule } from '#platform/web/module.ts';
import { screenRights } from '../rules.rights.ts';
import { PATHS } from '../rules.ts';

const LIST = ['数据大屏', PATHS.list] as const;
const form = () => import('./ScreenForm.tsx');

export const screenPages: WebModule = {
  name: 'screen',
  rights: screenRights,
  tabs: [
    {
      title: '数据大屏',
      path: '/bigScreen',
      keys: 'dj:djdp',
      worker: ['数据分析', 50],
      administrator: ['数据分析', 50],
    },
  ],
  routes: [
    {
      path: PATHS.list,
      title: '数据大屏',
      permission: 'dj:djdp',
      folded: true,
      load: () => import('./ScreenList.tsx'),
    },
    {
      path: PATHS.convert,
      title: '转接数据',
      permission: 'dj:djdp',
      crumbs: [LIST],
      folded: true,
      load: () => import('./second/ConvertList.tsx'),
    },
    {
      path: PATHS.dues,
      title: '党费数据',
      permission: 'dues:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./second/DuesList.tsx'),
    },
    {
      path: PATHS.activity,
      title: '活动数据',
      permission: 'event:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./second/ActivityList.tsx'),
    },
    { path: PATHS.form, title: '编辑大屏', permission: 'screen:write', crumbs: [LIST], load: form },
    {
      path: PATHS.orgWall,
      title: '党建全景',
      permission: 'dj:djdp',
      chrome: 'none',
      load: () => import('./wall/OrgWall.tsx'),
    },
    {
      path: PATHS.branchWall,
      title: '支部党建',
      permission: 'dj:djdp',
      chrome: 'none',
      load: () => import('./wall/BranchWall.tsx'),
    },
    {
      path: PATHS.memberWall,
      title: '党员画像',
      permission: 'member:read',
      chrome: 'none',
      load: () => import('./wall/MemberWall.tsx'),
    },
    { path: '/bigScreen/bigScreenEdit', title: '编辑大屏', permission: 'screen:write', crumbs: [LIST], load: form },
  ],
};
