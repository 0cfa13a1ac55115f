import * as home from '#overview/home/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { memberFigures, orgFigures, relationFigures, unitFigures } from './figures.ts';
import { readAffairs, readBreaches, readProfile, readWarnings } from './service.ts';
import { refreshTodos } from './todos.ts';

export const homeModule: ServerModule = {
  name: 'home',
  routes: [
    bind(home.homeOrgs, orgFigures),
    bind(home.homeMembers, memberFigures),
    bind(home.homeRelation, relationFigures),
    bind(home.homeUnits, unitFigures),
    bind(home.homeWarnings, readWarnings),
    bind(home.listBreaches, readBreaches),
    bind(home.affairsCount, readAffairs),
    bind(home.myProfile, readProfile),
  ],
  recurring: [
    { name: 'refreshTodos', everySeconds: 600, run: async (services) => void (await refreshTodos(services)) },
  ],
};
