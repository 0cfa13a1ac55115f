import { appPackage, shellContract } from '#modules/shell/contract.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { packageOf } from './package.ts';

export const shellModule: ServerModule = {
  name: 'shell',
  contract: shellContract,
  routes: [bind(appPackage, packageOf)],
};
