import type { WebModule } from '#platform/web/module.ts';
import { sessionRights } from '../rules.rights.ts';

/** Pages beside the login: the base platform's handoff, the platform chooser, the phone's side of the QR code. */
export const sessionPages: WebModule = {
  name: 'session',
  rights: sessionRights,
  routes: [
    { path: '/bpLogin', title: '平台登录', load: () => import('./BpLogin.tsx') },
    { path: '/other', title: '平台选择', load: () => import('./Other.tsx') },
    { path: '/m/confirm', title: '确认登录', chrome: 'none', load: () => import('./Confirm.tsx') },
  ],
};
