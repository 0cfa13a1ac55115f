import type { WebModule } from '#platform/web/module.ts';

const above = [['安全中心', '/safeCenter']] as const;

/** The safe centre's pages; they open without a session, and ask for the login where they need one. */
export const safeCenterPages: WebModule = {
  name: 'safeCenter',
  routes: [
    { path: '/safeCenter', title: '安全中心', load: () => import('./SafeHome.tsx'), chrome: 'none' },
    {
      path: '/safeCenter/changePwd',
      title: '修改密码',
      load: () => import('./ChangePassword.tsx'),
      chrome: 'none',
      crumbs: above,
    },
    {
      path: '/safeCenter/retrievePwd',
      title: '找回密码',
      load: () => import('./RetrievePassword.tsx'),
      chrome: 'none',
      crumbs: above,
    },
    {
      path: '/safeCenter/protectionManage',
      title: '密保管理',
      load: () => import('./Protection.tsx'),
      chrome: 'none',
      crumbs: above,
    },
    {
      path: '/safeCenter/phone',
      title: '找回密码手机',
      load: () => import('./OwnPhone.tsx'),
      chrome: 'none',
      crumbs: above,
    },
    {
      path: '/safeCenter/sessions',
      title: '登录设备',
      load: () => import('./Sessions.tsx'),
      chrome: 'none',
      crumbs: above,
    },
  ],
};
