import type { WebModule } from '#platform/web/module.ts';

export const messagePages: WebModule = {
  name: 'message',
  routes: [{ path: '/news', title: '消息中心', folded: true, load: () => import('./News.tsx') }],
};
