import * as contract from '#modules/learning/contract.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { learningPointSources } from './ledger.ts';
import * as hours from './service/hours.ts';
import { remind } from './service/remind.ts';

const SIX_HOURS = 6 * 3600;

const routes = [
  bind(contract.listHours, hours.list),
  bind(contract.orgHours, hours.orgs),
  bind(contract.personHours, hours.person),
  bind(contract.personLines, hours.lines),
  bind(contract.ownHours, hours.own),
  bind(contract.ownLines, hours.ownLines),
  bind(contract.exportHours, hours.startExport),
];

export const learningModule: ServerModule = {
  name: 'learning',
  contract: routes.map(({ endpoint }) => endpoint),
  routes,
  jobs: { [hours.HOURS_EXPORT]: hours.runExport },
  pointSources: learningPointSources,
  recurring: [{ name: 'learning.remind', everySeconds: SIX_HOURS, run: (services) => remind(services) }],
};
