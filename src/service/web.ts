import type { WebModule } from '#platform/web/module.ts';
import { dualReportPages } from './dualReport/web/index.tsx';
import { volunteerPages } from './volunteer/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const servicePages: readonly WebModule[] = [dualReportPages, volunteerPages];
