import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { specialActivityRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const LIST = ['专项活动', PATHS.list] as const;
const OPEN = ['活动资料', PATHS.open] as const;
const MATERIALS = ['附件资料', PATHS.materials] as const;

export const specialActivityPages: WebModule = {
  name: 'specialActivity',
  rights: specialActivityRights,
  tabs: [
    { title: '专项活动', path: '/specialActivity/activityManage', keys: 'special:read', worker: ['党务办公', 50] },
    { title: '活动资料', path: '/specialActivity/specialActivityFiles', keys: 'special:own', worker: ['党务办公', 52] },
    { title: '附件资料', path: '/specialActivity/attachmentFiles', keys: 'special:read', worker: ['党务办公', 54] },
    { title: '附件情况', path: '/specialActivity/attachmentCondition', keys: 'special:read', worker: ['党务办公', 56] },
    { title: '我的证书', path: '/specialActivity/myCertificate', keys: 'special:own', worker: ['党务办公', 58] },
  ],
  routes: [
    ...nounRoutes({
      label: '专项活动',
      title: '专项活动',
      list: PATHS.list,
      pages: { browse: PATHS.activity, form: PATHS.form },
      read: 'special:read',
      write: 'special:set',
      load: () => import('./activity.tsx'),
    }),
    {
      path: PATHS.open,
      title: '活动资料',
      permission: 'special:own',
      crumbs: [LIST],
      folded: true,
      load: () => import('./OpenList.tsx'),
    },
    {
      path: PATHS.openView,
      title: '附件详情',
      permission: 'special:own',
      crumbs: [LIST, OPEN],
      load: () => import('./OpenView.tsx'),
    },
    {
      path: PATHS.materials,
      title: '附件资料',
      permission: 'special:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MaterialList.tsx'),
    },
    {
      path: PATHS.material,
      title: '附件资料详情',
      permission: 'special:read',
      crumbs: [LIST, MATERIALS],
      load: () => import('./MaterialView.tsx'),
    },
    {
      path: PATHS.handIn,
      title: '上传附件',
      permission: 'special:report',
      crumbs: [LIST, MATERIALS],
      folded: true,
      load: () => import('./HandInForm.tsx'),
    },
    {
      path: PATHS.conditions,
      title: '附件情况',
      permission: 'special:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Conditions.tsx'),
    },
    {
      path: PATHS.certificates,
      title: '我的证书',
      permission: 'special:own',
      crumbs: [LIST],
      folded: true,
      load: () => import('./Certificates.tsx'),
    },
  ],
};
