import type { WebModule } from '#platform/web/module.ts';
import { dataCheckPages } from './dataCheck/web/index.tsx';
import { homePages } from './home/web/index.tsx';
import { reportPages } from './report/web/index.tsx';
import { screenPages } from './screen/web/index.tsx';
import { terminalPages } from './terminal/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const overviewPages: readonly WebModule[] = [reportPages, screenPages, terminalPages, dataCheckPages, homePages];
