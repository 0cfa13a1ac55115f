import type { WebModule } from '#platform/web/module.ts';
import { groupsPages } from './groups/web/index.tsx';
import { mapPages } from './map/web/index.tsx';
import { memberPages } from './member/web/index.tsx';
import { orgPages } from './org/web/index.tsx';
import { studyHoursPages } from './studyHours/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const peoplePages: readonly WebModule[] = [orgPages, memberPages, groupsPages, mapPages, studyHoursPages];
