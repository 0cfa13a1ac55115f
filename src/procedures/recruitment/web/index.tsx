import type { WebModule } from '#platform/web/module.ts';
import type { MenuTab } from '#platform/web/shell/menu.ts';
import { recruitmentRights } from '../rules.rights.ts';
import { detailRoutes } from './detail/routes.ts';
import { PATHS } from './paths.ts';
import { PLACE_ROUTES } from './places.ts';

export const recruitmentPages: WebModule = {
  name: 'recruitment',
  rights: recruitmentRights,
  tabs: [
    {
      title: '发展党员',
      path: PATHS.overview,
      keys: 'dj:fzdy',
      also: ['/affairs/recruitment'],
      worker: ['发展党员', 10],
    },
    { title: '分阶段管理', path: PATHS.board, keys: 'recruit:write,recruit:approve', worker: ['发展党员', 11] },
    ...PLACE_ROUTES.map(
      ({ path, title, permission }, at): MenuTab => ({ title, path, keys: permission, worker: ['发展党员', 20 + at] }),
    ),
    { title: '导入发展党员台账', path: PATHS.imports, keys: 'recruit:write', worker: ['发展党员', 80] },
    { title: '材料模板', path: PATHS.templates, keys: 'recruit:template', worker: ['发展党员', 82] },
    { title: '打印机校准', path: PATHS.printers, keys: 'recruit:write', worker: ['发展党员', 84] },
  ],
  personTabs: [
    { key: 'development', label: '发展经历', permission: 'recruit:read', load: () => import('./MemberTab.tsx') },
  ],
  routes: [
    ...detailRoutes,
    {
      path: PATHS.publicity(':code'),
      title: '发展对象公示',
      chrome: 'none',
      load: () => import('./PublicityPage.tsx'),
    },
    {
      path: PATHS.page,
      title: '发展党员',
      permission: 'recruit:read',
      folded: true,
      places: PLACE_ROUTES,
      load: () => import('./Page.tsx'),
    },
    {
      path: PATHS.imports,
      title: '导入发展党员台账',
      permission: 'recruit:write',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./ImportSheets.tsx'),
    },
    {
      path: `${PATHS.imports}/:id`,
      title: '校验发展党员台账',
      permission: 'recruit:write',
      folded: true,
      crumbs: [
        ['发展党员', PATHS.overview],
        ['导入发展党员台账', PATHS.imports],
      ],
      load: () => import('./ImportSheet.tsx'),
    },
    {
      path: PATHS.templates,
      title: '材料模板',
      permission: 'recruit:read',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./Templates.tsx'),
    },
    {
      path: PATHS.printers,
      title: '打印机校准',
      permission: 'recruit:read',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./Printers.tsx'),
    },
    {
      path: PATHS.bookLayout,
      title: '志愿书套打位置',
      permission: 'recruit:read',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./BookLayout.tsx'),
    },
    {
      path: PATHS.template(':form'),
      title: '编辑材料模板',
      permission: 'recruit:template',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./TemplateForm.tsx'),
    },
    {
      path: PATHS.work(':id', ':type'),
      title: '发展步骤',
      permission: 'recruit:read',
      folded: true,
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./StepPage.tsx'),
    },
    {
      path: PATHS.addMeeting(':orgId'),
      title: '登记发展党员会议',
      permission: 'recruit:write',
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./MeetingPage.tsx'),
    },
    {
      path: PATHS.correct(':memberId'),
      title: '申请更正',
      permission: 'recruit:write',
      crumbs: [['发展党员', PATHS.overview]],
      load: () => import('./CorrectionForm.tsx'),
    },
  ],
};
