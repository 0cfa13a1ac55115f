import * as handCalls from '#assessment/fourColour/contract.hand.ts';
import * as contract from '#assessment/fourColour/contract.ts';
import * as weakCalls from '#assessment/fourColour/contract.weak.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { recountChecks } from '#platform/server/sums/keptChecks.ts';
import { fourColourRights } from '../rules.rights.ts';
import * as cockpit from './cockpit.ts';
import { exportColours } from './colourSheet.ts';
import { freezeDueQuarters, freezeQuarter } from './freezeDue.ts';
import * as hand from './hand.ts';
import { fourColourStates } from './queries/waits.ts';
import * as scheme from './scheme.ts';
import * as service from './service.ts';
import { fourColourTables } from './tables.ts';
import * as weak from './weak.ts';

const weakRoutes = [
  bind(weakCalls.listWeak, weak.list),
  bind(weakCalls.weakCandidates, weak.candidates),
  bind(weakCalls.weakFile, weak.file),
  bind(weakCalls.listAsWeak, weak.open),
  bind(weakCalls.startWeak, weak.start),
  bind(weakCalls.applyWeak, weak.apply),
  bind(weakCalls.decideWeak, weak.decide),
  bind(weakCalls.relapseWeak, weak.relapse),
  bind(weakCalls.printWeak, weak.print),
];

const handRoutes = [
  bind(handCalls.colourHands, hand.list),
  bind(handCalls.askHand, hand.ask),
  bind(handCalls.decideHand, hand.decide),
  bind(handCalls.withdrawHand, hand.withdraw),
  bind(handCalls.getScheme, scheme.get),
  bind(handCalls.saveScheme, scheme.save),
];

export const fourColourModule: ServerModule = {
  name: 'fourColour',
  rights: fourColourRights,
  tables: fourColourTables,
  states: fourColourStates,
  awardDoubts: service.awardDoubts,
  recurring: [
    { name: 'colour.freeze', everySeconds: 3_600, run: (services) => freezeDueQuarters(services) },
    { name: 'colour.checks', everySeconds: 2, run: async (services) => void (await recountChecks(services)) },
  ],
  routes: [
    bind(contract.listColours, service.colours),
    bind(contract.exportColours, exportColours),
    bind(contract.orgColour, service.org),
    bind(contract.freezeQuarter, freezeQuarter),
    bind(contract.openRectification, service.open),
    bind(contract.reportRectification, service.report),
    bind(contract.acceptRectification, service.accept),
    bind(contract.cockpit, cockpit.cockpit),
    bind(contract.cockpitRows, cockpit.cell),
    bind(contract.exportCockpit, cockpit.workbook),
    ...handRoutes,
    ...weakRoutes,
  ],
  announce() {
    describeFields('colour', { state: { label: '状态' } });
    weak.announceWeakFiles();
    hand.announceHandFiles();
  },
};
