import type { WebModule } from '#platform/web/module.ts';
import { CERTIFICATES } from '../rules.certificate.ts';
import { PATHS } from './paths.ts';

export const studyHoursPages: WebModule = {
  name: 'studyHours',
  routes: [
    {
      path: PATHS.home,
      title: '学时管理',
      permission: 'hours:read',
      folded: true,
      load: () => import('./HoursPage.tsx'),
    },
    {
      path: PATHS.own,
      title: '我的学时',
      permission: 'hours:own',
      crumbs: [['视频中心', '/education/videoCenter']],
      load: () => import('./OwnHours.tsx'),
    },
    {
      path: CERTIFICATES.home,
      title: '学习证明',
      permission: 'hours:own',
      folded: true,
      load: () => import('./Certificates.tsx'),
    },
  ],
};
