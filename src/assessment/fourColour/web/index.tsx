import type { WebModule } from '#platform/web/module.ts';
import { fourColourRights } from '../rules.rights.ts';
import { WEAK } from './weakParts.tsx';

const load = () => import('./FourColour.tsx');

const BOTH = ['四色管理', '/affairs/villageAndcity/index'] as const;

export const fourColourPages: WebModule = {
  name: 'fourColour',
  rights: fourColourRights,
  tabs: [
    { title: '四色管理', path: '/affairs/villageAndcity/index', keys: 'colour:read', worker: ['考核评价', 50] },
    {
      title: '软弱涣散党组织整顿',
      path: '/affairs/villageAndcity/weak',
      keys: 'colour:read',
      worker: ['考核评价', 52],
    },
    { title: '督查驾驶舱', path: '/affairs/cockpit', keys: 'cockpit:read', worker: ['数据分析', 30] },
  ],
  routes: [
    { path: '/affairs/villageAndcity/index', title: '四色管理', permission: 'colour:read', folded: true, load },
    {
      path: '/affairs/city/index',
      title: '城市四色管理',
      permission: 'colour:read',
      crumbs: [BOTH],
      folded: true,
      load,
    },
    {
      path: '/affairs/village/index',
      title: '农村四色管理',
      permission: 'colour:read',
      crumbs: [BOTH],
      folded: true,
      load,
    },
    {
      path: WEAK,
      title: '软弱涣散党组织整顿',
      permission: 'colour:read',
      crumbs: [BOTH],
      folded: true,
      load: () => import('./Weak.tsx'),
    },
    {
      path: '/affairs/cockpit',
      title: '督查驾驶舱',
      permission: 'cockpit:read',
      folded: true,
      load: () => import('./Cockpit.tsx'),
    },
  ],
};
