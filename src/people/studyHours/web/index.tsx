import type { WebModule } from '#platform/web/module.ts';
import { CERTIFICATES } from '../rules.certificate.ts';
import { studyHoursRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

export const studyHoursPages: WebModule = {
  name: 'studyHours',
  rights: studyHoursRights,
  tabs: [
    { title: '学时管理', path: '/education/hours', keys: 'hours:read', worker: ['学习教育', 60] },
    { title: '我的学时', path: '/education/myHours', keys: 'hours:own', worker: ['学习教育', 50] },
    {
      title: '学习证明',
      path: '/education/studyProves',
      keys: 'hours:own,certificate:write',
      worker: ['学习教育', 70],
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
