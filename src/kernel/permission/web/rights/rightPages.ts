import type { PageRoute } from '#platform/web/module.ts';

const RIGHTS = ['权限管理', '/popedom/manage'] as const;
const ROLES = ['用户角色', '/affairs/member/userRole'] as const;
const MEMBERS = ['党员信息', '/affairs/member'] as const;
const permission = 'right:read';

const people = () => import('./PeopleList.tsx');
const person = () => import('./PersonRights.tsx');
const role = () => import('./RoleRights.tsx');

/** The pages of roles and rights. */
export const rightPages: readonly PageRoute[] = [
  { path: '/popedom/manage', title: '权限管理', permission, folded: true, load: people },
  { path: '/popedom/view/manage', title: '权限查看', permission, crumbs: [RIGHTS], folded: true, load: people },
  {
    path: '/popedom/manage/:id/:page?',
    title: '权限管理',
    permission,
    crumbs: [RIGHTS],
    folded: true,
    load: async () => ({ default: (await person()).AccountManage }),
  },
  {
    path: '/popedom/view/manage/:id/:page?',
    title: '权限查看',
    permission,
    crumbs: [RIGHTS, ['权限查看', '/popedom/view/manage']],
    folded: true,
    load: async () => ({ default: (await person()).AccountView }),
  },
  {
    path: '/popedom/organization',
    title: '组织权限',
    permission,
    crumbs: [RIGHTS],
    folded: true,
    load: () => import('./OrgRights.tsx'),
  },
  {
    path: '/affairs/member/popedom/:id',
    title: '党员授权',
    permission,
    crumbs: [MEMBERS],
    folded: true,
    load: async () => ({ default: (await person()).MemberPopedom }),
  },
  {
    path: '/affairs/member/managePopedom/:memberId/:id?',
    title: '管理权限',
    permission,
    crumbs: [MEMBERS],
    folded: true,
    load: async () => ({ default: (await person()).MemberManage }),
  },
  {
    path: '/affairs/member/searchPopedom/:memberId/:id',
    title: '查询权限',
    permission,
    crumbs: [MEMBERS],
    folded: true,
    load: async () => ({ default: (await person()).MemberSearch }),
  },
  {
    path: '/affairs/member/searchFixedQuery/:id',
    title: '固定查询',
    permission,
    crumbs: [RIGHTS],
    folded: true,
    load: () => import('./FixedQuery.tsx'),
  },
  {
    path: '/affairs/member/userRole',
    title: '用户角色',
    permission,
    crumbs: [RIGHTS],
    folded: true,
    load: () => import('./RoleList.tsx'),
  },
  {
    path: '/affairs/member/userRole/:index',
    title: '用户角色',
    permission,
    crumbs: [RIGHTS, ROLES],
    folded: true,
    load: async () => ({ default: (await role()).RoleView }),
  },
  {
    path: '/affairs/member/userRole/settingRolePopedom/:id',
    title: '角色权限设置',
    permission,
    crumbs: [RIGHTS, ROLES],
    folded: true,
    load: async () => ({ default: (await role()).RoleEdit }),
  },
];
