import type { ServerModule } from '#platform/server/module.ts';
import { activityPackageModule } from './activityPackage/server/routes.ts';
import { keyWorkModule } from './keyWork/server/routes.ts';
import { orgLifeModule } from './orgLife/server/routes.ts';
import { specialActivityModule } from './specialActivity/server/routes.ts';
import { tablesModule } from './tables/server/routes.ts';
import { tasksModule } from './tasks/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const lifeModules: readonly ServerModule[] = [
  tasksModule,
  orgLifeModule,
  tablesModule,
  keyWorkModule,
  specialActivityModule,
  activityPackageModule,
];
