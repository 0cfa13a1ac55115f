import type { PageRoute } from '#platform/web/module.ts';

const LIST = ['用户账号', '/popedom/user/account'] as const;
const SHEETS = ['按表办理账号', '/popedom/user/account/sheets'] as const;
const REQUESTS = ['账号申请', '/popedom/user/request'] as const;
const RIGHTS = ['权限管理', '/popedom/manage'] as const;
const GROUPS = ['用户组', '/popedom/user/group'] as const;

/** Accounts, requests for them, user types and user groups. */
export const accountPages: readonly PageRoute[] = [
  {
    path: '/popedom/user/account',
    title: '用户账号',
    permission: 'account:read',
    folded: true,
    load: () => import('./AccountList.tsx'),
  },
  {
    path: '/popedom/user/account/view/:id',
    title: '账号详情',
    permission: 'account:read',
    crumbs: [LIST],
    load: () => import('./AccountView.tsx'),
  },
  {
    path: '/popedom/user/account/edit/:id',
    title: '编辑账号',
    permission: 'account:write',
    crumbs: [LIST],
    folded: true,
    load: () => import('./AccountForm.tsx'),
  },
  {
    path: '/popedom/user/account/sheets',
    title: '按表办理账号',
    permission: 'account:write',
    crumbs: [LIST],
    folded: true,
    load: () => import('./SheetList.tsx'),
  },
  {
    path: '/popedom/user/account/sheets/:id',
    title: '核对账号表',
    permission: 'account:write',
    crumbs: [LIST, SHEETS],
    load: () => import('./SheetPage.tsx'),
  },
  {
    path: '/popedom/user/request',
    title: '账号申请',
    permission: 'account:read',
    crumbs: [LIST],
    folded: true,
    load: () => import('./RequestList.tsx'),
  },
  {
    path: '/popedom/user/request/add',
    title: '申请党务工作者账号',
    permission: 'account:request',
    crumbs: [LIST, REQUESTS],
    folded: true,
    load: () => import('./RequestForm.tsx'),
  },
  {
    path: '/popedom/user/request/view/:id',
    title: '账号申请详情',
    permission: 'account:read',
    crumbs: [LIST, REQUESTS],
    load: () => import('./RequestView.tsx'),
  },
  {
    path: '/popedom/user/online',
    title: '在线人员',
    permission: 'account:offline',
    crumbs: [LIST],
    folded: true,
    load: () => import('./OnlineList.tsx'),
  },
  {
    path: '/popedom/user/type',
    title: '用户类型',
    crumbs: [RIGHTS],
    permission: 'dj:userType',
    folded: true,
    load: () => import('../group/TypeList.tsx'),
  },
  {
    path: '/popedom/user/group',
    title: '用户组',
    crumbs: [RIGHTS],
    permission: 'dj:userGroup',
    folded: true,
    load: () => import('../group/GroupList.tsx'),
  },
  {
    path: '/popedom/user/group/edit',
    title: '编辑用户组',
    permission: 'dj:userGroup',
    crumbs: [RIGHTS, GROUPS],
    folded: true,
    load: () => import('../group/GroupEdit.tsx'),
  },
];
