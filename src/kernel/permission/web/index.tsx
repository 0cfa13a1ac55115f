import type { WebModule } from '#platform/web/module.ts';
import { permissionRights } from '../rules.ownRights.ts';
import { accountPages } from './account/accountPages.ts';
import { rightPages } from './rights/rightPages.ts';

export const permissionPages: WebModule = {
  name: 'permission',
  rights: permissionRights,
  tabs: [
    {
      title: '用户账号',
      path: '/popedom/user/account',
      keys: 'account:read',
      worker: ['系统管理', 10],
      administrator: ['账号权限', 10],
    },
    {
      title: '账号申请',
      path: '/popedom/user/request',
      keys: 'account:read',
      worker: ['系统管理', 12],
      administrator: ['账号权限', 12],
    },
    {
      title: '在线人员',
      path: '/popedom/user/online',
      keys: 'account:offline',
      worker: ['系统管理', 14],
      administrator: ['账号权限', 14],
    },
    {
      title: '权限管理',
      path: '/popedom/manage',
      keys: 'dj:qxgl,right:read',
      worker: ['系统管理', 20],
      administrator: ['账号权限', 20],
    },
    {
      title: '用户角色',
      path: '/affairs/member/userRole',
      keys: 'right:read',
      worker: ['系统管理', 22],
      administrator: ['账号权限', 22],
    },
    {
      title: '组织权限',
      path: '/popedom/organization',
      keys: 'right:read',
      worker: ['系统管理', 24],
      administrator: ['账号权限', 24],
    },
    {
      title: '权限查看',
      path: '/popedom/view/manage',
      keys: 'right:read',
      worker: ['系统管理', 26],
      administrator: ['账号权限', 26],
    },
    {
      title: '用户类型',
      path: '/popedom/user/type',
      keys: 'dj:userType',
      worker: ['系统管理', 28],
      administrator: ['账号权限', 30],
    },
    {
      title: '用户组',
      path: '/popedom/user/group',
      keys: 'dj:userGroup',
      worker: ['系统管理', 29],
      administrator: ['账号权限', 40],
    },
  ],
  routes: [...accountPages, ...rightPages],
};
