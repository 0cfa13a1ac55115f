import type { WebModule } from '#platform/web/module.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { STUCK_PATH } from '../contract.stuck.ts';
import { TODO_PARTS, TODOS_PATH } from '../contract.ts';
import { messageRights } from '../rules.rights.ts';

const inToday = (order: number) => ({ worker: ['今日', order], administrator: ['今日', order] }) as const;

export const messagePages: WebModule = {
  name: 'message',
  rights: messageRights,
  tabs: [
    { title: TODO_PARTS.open, path: TODOS_PATH, ...inToday(10) },
    { title: '卡在哪里', path: STUCK_PATH, keys: 'org:write', ...inToday(80) },
    { title: TODO_PARTS.later, path: pathWithQuery(TODOS_PATH, { tab: 'later' }), ...inToday(50) },
    { title: TODO_PARTS.done, path: pathWithQuery(TODOS_PATH, { tab: 'done' }), ...inToday(60) },
  ],
  routes: [
    { path: '/news', title: '消息中心', folded: true, load: () => import('./News.tsx') },
    { path: TODOS_PATH, title: TODO_PARTS.open, folded: true, load: () => import('./Today.tsx') },
    {
      path: STUCK_PATH,
      title: '卡在哪里',
      permission: 'org:write',
      folded: true,
      load: () => import('./Stuck.tsx'),
    },
  ],
};
