import type { WebModule } from '#platform/web/module.ts';
import { messageRights } from '../rules.rights.ts';

export const messagePages: WebModule = {
  name: 'message',
  rights: messageRights,
  routes: [{ path: '/news', title: '消息中心', folded: true, load: () => import('./News.tsx') }],
};
