import type { WebModule } from '#platform/web/module.ts';

export const mapPages: WebModule = {
  name: 'map',
  menu: [
    {
      title: '电子地图',
      short: '地图',
      icon: 'map',
      path: '/map',
      keys: 'dj:dzdt',
      worker: ['分析', 70],
      administrator: ['数据', 40],
    },
  ],
  routes: [
    { path: '/map', title: '电子地图', permission: 'dj:dzdt', folded: true, load: () => import('./MapPage.tsx') },
    { path: '/maxMap', title: '电子地图', permission: 'dj:dzdt', chrome: 'none', load: () => import('./MapPage.tsx') },
  ],
};
