import { assessmentPages } from '#assessment/web.ts';
import { kernelPages } from '#kernel/web.ts';
import { learningPages } from '#learning/web.ts';
import { lifePages } from '#life/web.ts';
import { overviewPages } from '#overview/web.ts';
import { peoplePages } from '#people/web.ts';
import type { WebModule } from '#platform/web/module.ts';
import { proceduresPages } from '#procedures/web.ts';
import { publishingPages } from '#publishing/web.ts';
import { servicePages } from '#service/web.ts';

/** All rooms that have pages, lowest ring first. */
export const webModules: readonly WebModule[] = [
  ...kernelPages,
  ...peoplePages,
  ...publishingPages,
  ...proceduresPages,
  ...servicePages,
  ...lifePages,
  ...learningPages,
  ...assessmentPages,
  ...overviewPages,
];
