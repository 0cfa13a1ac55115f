import type { WebModule } from '#platform/web/module.ts';

export const mapPages: WebModule = {
  name: 'map',
  routes: [
    { path: '/map', title: '电子地图', permission: 'dj:dzdt', folded: true, load: () => import('./MapPage.tsx') },
    { path: '/maxMap', title: '电子地图', permission: 'dj:dzdt', chrome: 'none', load: () => import('./MapPage.tsx') },
  ],
};
