import type { WebModule } from '#platform/web/module.ts';

export const systemPages: WebModule = {
  name: 'system',
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
