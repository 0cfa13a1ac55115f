import type { WebModule } from '#platform/web/module.ts';

export const verifyPages: WebModule = {
  name: 'verify',
  routes: [{ path: '/verify/:code?', title: '文件核验', chrome: 'none', load: () => import('./VerifyPage.tsx') }],
};
