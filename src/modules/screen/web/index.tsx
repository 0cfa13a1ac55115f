import type { WebModule } from '#platform/web/module.ts';
import { PATHS } from '../rules.ts';

const LIST = ['数据大屏', PATHS.list] as const;
const form = () => import('./ScreenForm.tsx');

export const screenPages: WebModule = {
  name: 'screen',
  routes: [
    {
      path: PATHS.list,
      title: '数据大屏',
      permission: 'dj:djdp',
      folded: true,
      load: () => import('./ScreenList.tsx'),
    },
    { path: PATHS.form, title: '编辑大屏', permission: 'screen:write', crumbs: [LIST], load: form },
    { path: '/bigScreen/bigScreenEdit', title: '编辑大屏', permission: 'screen:write', crumbs: [LIST], load: form },
  ],
};
