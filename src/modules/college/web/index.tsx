import type { WebModule } from '#platform/web/module.ts';
import { schoolPages } from './schoolPages.ts';

export const collegePages: WebModule = {
  name: 'college',
  routes: [...schoolPages],
};
