import { cleanFiles } from '#platform/server/files/files.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as contract from '../contract.ts';
import { jobRights } from '../rules.rights.ts';
import { jobStates } from './queries/waits.ts';
import * as service from './service.ts';

export const jobModule: ServerModule = {
  name: 'job',
  rights: jobRights,
  states: jobStates,
  routes: [
    bind(contract.listJobs, (ctx, input) => service.listJobs(ctx, input)),
    bind(contract.getJob, (ctx, { id }) => service.getJob(ctx, id)),
    bind(contract.cancelJob, (ctx, { id }) => service.cancelJob(ctx, id)),
    bind(contract.repeatJob, (ctx, { id }) => service.repeatJob(ctx, id)),
    bind(contract.endedJobs, (ctx) => service.endedJobs(ctx)),
    bind(contract.downloadJobFile, (ctx, { id }) => service.downloadJobFile(ctx, id)),
  ],
  recurring: [{ name: 'files.clean', everySeconds: 3600, run: cleanFiles }],
};
