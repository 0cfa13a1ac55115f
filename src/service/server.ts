import type { ServerModule } from '#platform/server/module.ts';
import { dualReportModule } from './dualReport/server/routes.ts';
import { volunteerModule } from './volunteer/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const serviceModules: readonly ServerModule[] = [dualReportModule, volunteerModule];
