import type { WebModule } from '#platform/web/module.ts';
import { fourColourPages } from './fourColour/web/index.tsx';
import { memberAssessmentPages } from './memberAssessment/web/index.tsx';
import { orgAssessmentPages } from './orgAssessment/web/index.tsx';
import { pointsPages } from './points/web/index.tsx';
import { trinityPages } from './trinity/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const assessmentPages: readonly WebModule[] = [
  pointsPages,
  memberAssessmentPages,
  orgAssessmentPages,
  fourColourPages,
  trinityPages,
];
