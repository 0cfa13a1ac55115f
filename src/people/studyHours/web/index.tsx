import type { WebModule } from '#platform/web/module.ts';
import { CERTIFICATES } from '../rules.certificate.ts';
import { studyHoursRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const studyHoursPages: WebModule = {
  name: 'studyHours',
  rights: studyHoursRights,
  menu: [
    {
      title: '学时管理',
      short: '学时',
      icon: 'clock',
      path: '/education/hours',
      keys: 'hours:read',
      also: ['/education/training'],
      worker: ['服务', 50],
    },
    {
      title: '学习证明',
      short: '证明',
      icon: 'document',
      path: '/education/studyProves',
      keys: 'certificate:write',
      worker: ['服务', 70],
    },
  ],
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
