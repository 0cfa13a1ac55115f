import type { ServerModule } from '#platform/server/module.ts';
import { fourColourModule } from './fourColour/server/routes.ts';
import { memberAssessmentModule } from './memberAssessment/server/routes.ts';
import { orgAssessmentModule } from './orgAssessment/server/routes.ts';
import { pointsModule } from './points/server/routes.ts';
import { trinityModule } from './trinity/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const assessmentModules: readonly ServerModule[] = [
  pointsModule,
  memberAssessmentModule,
  orgAssessmentModule,
  fourColourModule,
  trinityModule,
];
