import type { ServerModule } from '#platform/server/module.ts';
import { dataCheckModule } from './dataCheck/server/routes.ts';
import { homeModule } from './home/server/routes.ts';
import { reportModule } from './report/server/routes.ts';
import { screenModule } from './screen/server/routes.ts';
import { searchModule } from './search/server/routes.ts';
import { terminalModule } from './terminal/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const overviewModules: readonly ServerModule[] = [
  reportModule,
  screenModule,
  terminalModule,
  dataCheckModule,
  searchModule,
  homeModule,
];
