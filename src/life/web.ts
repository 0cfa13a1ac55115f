import type { WebModule } from '#platform/web/module.ts';
import { activityPackagePages } from './activityPackage/web/index.tsx';
import { keyWorkPages } from './keyWork/web/index.tsx';
import { orgLifePages } from './orgLife/web/index.tsx';
import { specialActivityPages } from './specialActivity/web/index.tsx';
import { tablesPages } from './tables/web/index.tsx';
import { tasksPages } from './tasks/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const lifePages: readonly WebModule[] = [
  tasksPages,
  orgLifePages,
  tablesPages,
  keyWorkPages,
  specialActivityPages,
  activityPackagePages,
];
