import type { WebModule } from '#platform/web/module.ts';
import { PATHS } from './paths.ts';

const HOURS = ['学时管理', '/education/hours'] as const;
const TRAININGS = ['线下培训', PATHS.trainings] as const;
const IMPORTS = ['导入线下学时', PATHS.imports] as const;

export const coursePages: WebModule = {
  name: 'course',
  routes: [
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
