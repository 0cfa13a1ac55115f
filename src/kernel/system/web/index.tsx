import type { WebModule } from '#platform/web/module.ts';
import { systemRights } from '../rules.rights.ts';

export const systemPages: WebModule = {
  name: 'system',
  rights: systemRights,
  menu: [
    {
      title: '回收站',
      short: '回收',
      icon: 'trash',
      path: '/sys/recycle',
      keys: 'recycle:read',
      worker: ['系统', 70],
      administrator: ['系统', 70],
    },
    {
      title: '系统日志',
      short: '日志',
      icon: 'clock',
      path: '/sys/logs',
      keys: 'log:read',
      worker: ['系统', 80],
      administrator: ['系统', 80],
    },
    {
      title: '站点配置',
      short: '站点',
      icon: 'settings',
      path: '/sys/site',
      keys: 'site:read',
      administrator: ['系统', 10],
    },
    { title: '轮播图', short: '轮播', icon: 'sheet', path: '/sys/swiper', keys: 'dj:lbt', administrator: ['系统', 60] },
  ],
  routes: [
    {
      path: '/sys/logs',
      title: '系统日志',
      permission: 'log:read',
      folded: true,
      load: () => import('./logs/LogPage.tsx'),
    },
    {
      path: '/sys/recycle',
      title: '回收站',
      permission: 'recycle:read',
      folded: true,
      load: () => import('./recycle/RecyclePage.tsx'),
    },
    {
      path: '/sys/swiper',
      title: '轮播图',
      permission: 'dj:lbt',
      folded: true,
      load: () => import('./swiper/SwiperPage.tsx'),
    },
    {
      path: '/sys/site',
      title: '站点配置',
      permission: 'site:read',
      folded: true,
      load: () => import('./site/SitePage.tsx'),
    },
  ],
};
