import type { WebModule } from '#platform/web/module.ts';
import { dictionaryRights } from '../rules.rights.ts';

export const dictionaryPages: WebModule = {
  name: 'dictionary',
  rights: dictionaryRights,
  menu: [
    {
      title: '数据字典',
      short: '字典',
      icon: 'book',
      path: '/sys/dict',
      keys: 'dict:read',
      administrator: ['系统', 30],
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
