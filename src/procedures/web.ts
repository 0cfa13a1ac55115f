import type { WebModule } from '#platform/web/module.ts';
import { ballotPages } from './ballot/web/index.tsx';
import { departurePages } from './departure/web/index.tsx';
import { duesPages } from './dues/web/index.tsx';
import { floatingPages } from './floating/web/index.tsx';
import { recruitmentPages } from './recruitment/web/index.tsx';
import { transferPages } from './transfer/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const proceduresPages: readonly WebModule[] = [
  recruitmentPages,
  duesPages,
  ballotPages,
  floatingPages,
  transferPages,
  departurePages,
];
