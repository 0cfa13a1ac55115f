import type { WebModule } from '#platform/web/module.ts';

export const collegePages: WebModule = {
  name: 'college',
  routes: [],
};
