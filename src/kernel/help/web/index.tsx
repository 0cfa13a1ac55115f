import type { WebModule } from '#platform/web/module.ts';
import { helpRights } from '../rules.rights.ts';

const MANAGE = '/contentManager/help';

export const helpPages: WebModule = {
  name: 'help',
  rights: helpRights,
  tabs: [
    {
      title: '帮助文档管理',
      path: '/contentManager/help',
      keys: 'dj:bzwd',
      worker: ['系统管理', 74],
      administrator: ['系统管理', 50],
    },
  ],
  routes: [
    { path: '/help', title: '帮助文档', load: () => import('./HelpPage.tsx') },
    {
      path: MANAGE,
      title: '帮助文档管理',
      permission: 'help:write',
      folded: true,
      load: () => import('./HelpList.tsx'),
    },
    {
      path: `${MANAGE}/edit`,
      title: '编辑帮助文档',
      permission: 'help:write',
      folded: true,
      crumbs: [['帮助文档管理', MANAGE]],
      load: () => import('./HelpForm.tsx'),
    },
    {
      path: `${MANAGE}/history`,
      title: '帮助文档历史版本',
      permission: 'help:write',
      folded: true,
      crumbs: [['帮助文档管理', MANAGE]],
      load: () => import('./HelpHistory.tsx'),
    },
  ],
};
