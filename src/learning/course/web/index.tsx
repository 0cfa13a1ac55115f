import { CERTIFICATES } from '#people/studyHours/rules.certificate.ts';
import type { WebModule } from '#platform/web/module.ts';
import { COURSES } from '../rules.course.ts';
import { PATHS } from './paths.ts';

const HOME = ['课程', COURSES.home] as const;
const PROOFS = ['学习证明', CERTIFICATES.home] as const;
const HOURS = ['学时管理', '/education/hours'] as const;
const TRAININGS = ['线下培训', PATHS.trainings] as const;
const IMPORTS = ['导入线下学时', PATHS.imports] as const;

export const coursePages: WebModule = {
  name: 'course',
  tabs: [
    { title: '课程', path: '/education/course', keys: 'dj:zhjy', worker: ['学习教育', 20] },
    { title: '我的学习', path: '/partyMember/learning', keys: 'dj:zhjy', worker: ['学习教育', 48] },
    { title: '线下培训', path: '/education/training', keys: 'hours:read', worker: ['学习教育', 62] },
  ],
  routes: [
    { path: COURSES.mine, title: '我的学习', permission: 'dj:zhjy', load: () => import('./MyLearning.tsx') },
    { path: COURSES.home, title: '课程', permission: 'dj:zhjy', load: () => import('./CourseHome.tsx') },
    {
      path: COURSES.form,
      title: '新增课程',
      permission: 'edu:write',
      crumbs: [HOME],
      folded: true,
      load: () => import('./CourseForm.tsx'),
    },
    {
      path: COURSES.follow,
      title: '课程跟踪',
      permission: 'edu:write',
      crumbs: [HOME],
      folded: true,
      load: () => import('./CourseFollow.tsx'),
    },
    {
      path: COURSES.learn(':id'),
      title: '学习课程',
      permission: 'dj:zhjy',
      crumbs: [HOME],
      folded: true,
      load: () => import('./CourseLearn.tsx'),
    },
    {
      path: CERTIFICATES.issue,
      title: '出具学习证明',
      permission: 'certificate:write',
      crumbs: [PROOFS],
      folded: true,
      load: () => import('./CertificateIssue.tsx'),
    },
    {
      path: PATHS.trainings,
      title: '线下培训',
      permission: 'hours:read',
      crumbs: [HOURS],
      folded: true,
      load: () => import('./TrainingList.tsx'),
    },
    {
      path: PATHS.add,
      title: '登记线下培训',
      permission: 'hours:write',
      crumbs: [HOURS, TRAININGS],
      folded: true,
      load: () => import('./TrainingForm.tsx'),
    },
    {
      path: PATHS.edit(':id'),
      title: '修改线下培训',
      permission: 'hours:write',
      crumbs: [HOURS, TRAININGS],
      folded: true,
      load: () => import('./TrainingForm.tsx'),
    },
    {
      path: PATHS.imports,
      title: '导入线下学时',
      permission: 'hours:write',
      crumbs: [HOURS, TRAININGS],
      folded: true,
      load: () => import('./ImportSheets.tsx'),
    },
    {
      path: `${PATHS.imports}/:id`,
      title: '校验线下学时',
      permission: 'hours:write',
      crumbs: [HOURS, TRAININGS, IMPORTS],
      folded: true,
      load: () => import('./ImportSheet.tsx'),
    },
    {
      path: PATHS.view(':id'),
      title: '线下培训详情',
      permission: 'hours:read',
      crumbs: [HOURS, TRAININGS],
      folded: true,
      load: () => import('./TrainingView.tsx'),
    },
  ],
};
