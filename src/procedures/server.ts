import type { ServerModule } from '#platform/server/module.ts';
import { ballotModule } from './ballot/server/routes.ts';
import { departureModule } from './departure/server/routes.ts';
import { duesModule } from './dues/server/routes.ts';
import { floatingModule } from './floating/server/routes.ts';
import { recruitmentModule } from './recruitment/server/routes.ts';
import { transferModule } from './transfer/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const proceduresModules: readonly ServerModule[] = [
  recruitmentModule,
  duesModule,
  ballotModule,
  floatingModule,
  transferModule,
  departureModule,
];
