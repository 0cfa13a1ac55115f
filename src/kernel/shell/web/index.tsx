import type { WebModule } from '#platform/web/module.ts';

/** Pages of the frame itself. */
export const shellPages: WebModule = {
  name: 'shell',
  routes: [
    { path: '/download', title: 'APP下载', load: () => import('./Download.tsx') },
    { path: '/welcome', title: '欢迎', load: () => import('./Welcome.tsx') },
    { path: '/recent', title: '草稿和最近', load: () => import('./Recent.tsx') },
    { path: '/web404', title: '页面不存在', load: () => import('./NotFound.tsx') },
    { path: '/under-construction', title: '建设中', load: () => import('./UnderConstruction.tsx') },
  ],
};
