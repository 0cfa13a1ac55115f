import type { WebModule } from '#platform/web/module.ts';
import { accountPages } from './account/accountPages.ts';
import { rightPages } from './rights/rightPages.ts';

export const permissionPages: WebModule = {
  name: 'permission',
  routes: [...accountPages, ...rightPages],
};
