import type { WebModule } from '#platform/web/module.ts';

export const dictionaryPages: WebModule = {
  name: 'dictionary',
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
