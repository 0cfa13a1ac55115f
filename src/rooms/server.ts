import { assessmentModules } from '#assessment/server.ts';
import { houseTables } from '#house/server/tables.ts';
import { kernelModules } from '#kernel/server.ts';
import { learningModules } from '#learning/server.ts';
import { lifeModules } from '#life/server.ts';
import { overviewModules } from '#overview/server.ts';
import { peopleModules } from '#people/server.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { proceduresModules } from '#procedures/server.ts';
import { publishingModules } from '#publishing/server.ts';
import { serviceModules } from '#service/server.ts';

/** All rooms as the server knows them, lowest ring first; before them what the house below owns. */
export const serverModules: readonly ServerModule[] = [
  { name: 'house', tables: houseTables, routes: [] },
  ...kernelModules,
  ...peopleModules,
  ...publishingModules,
  ...proceduresModules,
  ...serviceModules,
  ...lifeModules,
  ...learningModules,
  ...assessmentModules,
  ...overviewModules,
];
