import * as contract from '#life/activityPackage/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { activityPackageRights } from '../rules.rights.ts';
import { servedPackage } from './package.ts';
import * as service from './service.ts';
import { activityPackageTables } from './tables.ts';

export const activityPackageModule: ServerModule = {
  name: 'activityPackage',
  rights: activityPackageRights,
  tables: activityPackageTables,
  routes: [
    ...servedPackage.routes,
    bind(contract.setFiles, service.setFiles),
    bind(contract.usePackage, service.use),
    bind(contract.packPackage, service.startPack),
  ],
  jobs: { ...servedPackage.jobs, [service.PACK_JOB]: service.runPack },
  nouns: [servedPackage],
  announce() {
    service.announceFiles();
    service.announceHandover();
    describeFields('activityPackage', { files: { label: '资料数' }, orgName: { label: '提供组织' } });
  },
};
