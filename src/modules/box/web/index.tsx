import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { PAGES, TERMINAL, YEARS } from './paths.ts';

type Name = keyof typeof PAGES;

const HALL = ['宣传大厅', PAGES.publicity.list] as const;
const routesOf = (name: Name, label: string, title: string, load: Parameters<typeof nounRoutes>[0]['load']) =>
  nounRoutes({
    label,
    title,
    list: PAGES[name].list,
    pages: PAGES[name],
    read: 'box:read',
    write: 'box:write',
    // The menu leads to the hall; what stands beside it is reached from there.
    crumbs: name === 'publicity' ? [] : [HALL],
    load,
  });

export const boxPages: WebModule = {
  name: 'box',
  routes: [
    ...routesOf('publicity', '宣传', '宣传大厅', () => import('./publicity.tsx')),
    ...routesOf('welcome', '欢迎词', '欢迎词', () => import('./welcome.tsx')),
    ...routesOf('honor', '荣誉', '荣誉墙', () => import('./honor.tsx')),
    ...routesOf('event', '大事', '大事记', () => import('./bigEvent.tsx')),
    ...routesOf('media', '媒体资源', '媒体资源', () => import('./media.tsx')),
    ...routesOf('device', '终端', '盒子管理', () => import('./device.tsx')),
    { path: TERMINAL, title: '智慧终端', chrome: 'none', load: () => import('./terminal/Terminal.tsx') },
    {
      path: YEARS,
      title: '大事年表',
      permission: 'box:read',
      crumbs: [HALL, ['大事记', PAGES.event.list]],
      folded: true,
      load: () => import('./Years.tsx'),
    },
  ],
};
