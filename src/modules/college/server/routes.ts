import type { ServerModule } from '#platform/server/module.ts';
import { schoolRoutes } from './schoolRoutes.ts';

const routes = [...schoolRoutes];

export const collegeModule: ServerModule = {
  name: 'college',
  contract: routes.map(({ endpoint }) => endpoint),
  routes,
};
