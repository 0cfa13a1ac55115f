import type { ServerModule } from '#platform/server/module.ts';
import { newsModule } from './news/server/routes.ts';
import { openAffairsModule } from './openAffairs/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const publishingModules: readonly ServerModule[] = [openAffairsModule, newsModule];
