import type { WebModule } from '#platform/web/module.ts';
import { permissionRights } from '../rules.ownRights.ts';
import { accountPages } from './account/accountPages.ts';
import { rightPages } from './rights/rightPages.ts';

export const permissionPages: WebModule = {
  name: 'permission',
  rights: permissionRights,
  menu: [
    {
      title: '用户账号',
      short: '账号',
      icon: 'person',
      path: '/popedom/user/account',
      keys: 'account:read',
      also: ['/popedom/user/request'],
      worker: ['系统', 30],
      administrator: ['账号与权限', 10],
    },
    {
      title: '权限管理',
      short: '权限',
      icon: 'shield',
      path: '/popedom/manage',
      keys: 'dj:qxgl,right:read',
      also: ['/popedom', '/affairs/member/userRole', '/affairs/member/searchFixedQuery'],
      worker: ['系统', 40],
    },
    {
      title: '权限管理',
      short: '权限',
      icon: 'shield',
      path: '/popedom/manage',
      keys: 'dj:qxgl,right:read',
      also: ['/popedom/view', '/popedom/organization', '/affairs/member/userRole', '/affairs/member/searchFixedQuery'],
      administrator: ['账号与权限', 20],
    },
    {
      title: '用户类型',
      short: '类型',
      icon: 'tree',
      path: '/popedom/user/type',
      keys: 'dj:userType',
      administrator: ['账号与权限', 30],
    },
    {
      title: '用户组',
      short: '分组',
      icon: 'columns',
      path: '/popedom/user/group',
      keys: 'dj:userGroup',
      administrator: ['账号与权限', 40],
    },
  ],
  routes: [...accountPages, ...rightPages],
};
