import type { WebModule } from '#platform/web/module.ts';
import { dictionaryRights } from '../rules.rights.ts';

export const dictionaryPages: WebModule = {
  name: 'dictionary',
  rights: dictionaryRights,
  tabs: [
    {
      title: '数据字典',
      path: '/sys/dict',
      keys: 'dict:read',
      worker: ['系统管理', 60],
      administrator: ['系统管理', 30],
    },
  ],
  routes: [
    {
      path: '/sys/dict',
      title: '数据字典',
      permission: 'dict:read',
      folded: true,
      load: () => import('./DictPage.tsx'),
    },
  ],
};
