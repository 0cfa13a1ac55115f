import type { Binding } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';

const routes: readonly Binding[] = [];

export const collegeModule: ServerModule = {
  name: 'college',
  contract: routes.map(({ endpoint }) => endpoint),
  routes,
};
