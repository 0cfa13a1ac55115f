import type { WebModule } from '#platform/web/module.ts';
import { PATHS } from './paths.ts';

const DESK = ['组织关系', PATHS.desk] as const;

export const relationPages: WebModule = {
  name: 'relation',
  routes: [
    {
      path: PATHS.desk,
      title: '组织关系',
      permission: 'relation:read',
      folded: true,
      load: () => import('./Desk.tsx'),
    },
    {
      path: PATHS.out,
      title: '关系转出',
      permission: 'relation:write',
      crumbs: [DESK],
      load: () => import('./TransferOut.tsx'),
    },
    {
      path: PATHS.in,
      title: '关系转入',
      permission: 'relation:approve',
      crumbs: [DESK],
      load: () => import('./TransferIn.tsx'),
    },
    {
      path: PATHS.path,
      title: '转接路径',
      permission: 'relation:read',
      crumbs: [DESK],
      load: () => import('./TransferPath.tsx'),
    },
    {
      path: PATHS.balance,
      title: '党员增减',
      permission: 'relation:approve',
      crumbs: [DESK],
      folded: true,
      load: () => import('./Balance.tsx'),
    },
    {
      path: PATHS.setting,
      title: '介绍信设置',
      permission: 'relation:letter',
      crumbs: [DESK],
      load: () => import('./Setting.tsx'),
    },
    {
      path: PATHS.graduates,
      title: '毕业生批量转出',
      permission: 'relation:approve',
      crumbs: [DESK],
      folded: true,
      load: () => import('./Graduates.tsx'),
    },
    {
      path: PATHS.graduateSheets,
      title: '毕业生去向表',
      permission: 'relation:approve',
      crumbs: [DESK, ['毕业生批量转出', PATHS.graduates]],
      folded: true,
      load: () => import('./GraduateSheets.tsx'),
    },
    {
      path: PATHS.proofs,
      title: '党员证明信',
      permission: 'relation:letter',
      crumbs: [DESK],
      folded: true,
      load: () => import('./Proofs.tsx'),
    },
    {
      path: PATHS.viewLetter,
      title: '查看介绍信',
      permission: 'relation:read',
      crumbs: [DESK],
      load: async () => ({ default: (await import('./Letter.tsx')).ViewLetter }),
    },
    {
      path: PATHS.editLetter(':transferOutMemberID'),
      title: '编辑介绍信',
      permission: 'relation:letter',
      crumbs: [DESK],
      load: async () => ({ default: (await import('./Letter.tsx')).EditLetter }),
    },
    {
      path: '/affairs/relation/workDetail/:type/:orgCode/:orgName',
      title: '办理明细',
      permission: 'relation:read',
      crumbs: [DESK],
      folded: true,
      load: () => import('./WorkDetail.tsx'),
    },
    {
      path: PATHS.handle(':id', ':type'),
      title: '业务办理',
      permission: 'relation:read',
      crumbs: [DESK],
      folded: true,
      load: () => import('./Handle.tsx'),
    },
  ],
};
