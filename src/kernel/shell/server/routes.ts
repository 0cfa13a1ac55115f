import { appPackage } from '#kernel/shell/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { packageOf } from './package.ts';

export const shellModule: ServerModule = {
  name: 'shell',
  routes: [bind(appPackage, packageOf)],
};
