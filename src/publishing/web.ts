import type { WebModule } from '#platform/web/module.ts';
import { newsPages } from './news/web/index.tsx';
import { openAffairsPages } from './openAffairs/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const publishingPages: readonly WebModule[] = [openAffairsPages, newsPages];
