import type { WebModule } from '#platform/web/module.ts';

export const mapPages: WebModule = {
  name: 'map',
  tabs: [
    { title: '电子地图', path: '/map', keys: 'dj:dzdt', worker: ['数据分析', 40], administrator: ['数据分析', 40] },
  ],
  routes: [
    { path: '/map', title: '电子地图', permission: 'dj:dzdt', folded: true, load: () => import('./MapPage.tsx') },
    { path: '/maxMap', title: '电子地图', permission: 'dj:dzdt', chrome: 'none', load: () => import('./MapPage.tsx') },
  ],
};
