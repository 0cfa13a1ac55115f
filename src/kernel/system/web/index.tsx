import type { WebModule } from '#platform/web/module.ts';
import { systemRights } from '../rules.rights.ts';

export const systemPages: WebModule = {
  name: 'system',
  rights: systemRights,
  tabs: [
    {
      title: '站点配置',
      path: '/sys/site',
      keys: 'site:read',
      worker: ['系统管理', 70],
      administrator: ['系统管理', 10],
    },
    {
      title: '运行状况',
      path: '/sys/condition',
      keys: 'condition:read',
      worker: ['系统管理', 71],
      administrator: ['系统管理', 12],
    },
    { title: '轮播图', path: '/sys/swiper', keys: 'dj:lbt', worker: ['系统管理', 72], administrator: ['系统管理', 60] },
    {
      title: '回收站',
      path: '/sys/recycle',
      keys: 'recycle:read',
      worker: ['系统管理', 50],
      administrator: ['系统管理', 70],
    },
    {
      title: '系统日志',
      path: '/sys/logs',
      keys: 'log:read',
      worker: ['系统管理', 52],
      administrator: ['系统管理', 80],
    },
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
      path: '/sys/condition',
      title: '运行状况',
      permission: 'condition:read',
      folded: true,
      load: () => import('./condition/ConditionPage.tsx'),
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
