import type { ServerModule } from '#platform/server/module.ts';
import { groupsModule } from './groups/server/routes.ts';
import { mapModule } from './map/server/routes.ts';
import { memberModule } from './member/server/routes.ts';
import { orgModule } from './org/server/routes.ts';
import { studyHoursModule } from './studyHours/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const peopleModules: readonly ServerModule[] = [
  orgModule,
  memberModule,
  groupsModule,
  mapModule,
  studyHoursModule,
];
