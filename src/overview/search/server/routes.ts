import { searchAll, searchRecent } from '#overview/search/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { findAll, findRecent } from './service.ts';

export const searchModule: ServerModule = {
  name: 'search',
  routes: [bind(searchAll, findAll), bind(searchRecent, findRecent)],
};
