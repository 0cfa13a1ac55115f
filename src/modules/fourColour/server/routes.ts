import * as contract from '#modules/fourColour/contract.ts';
import { describeFields } from '#platform/server/auditFields.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as cockpit from './cockpit.ts';
import * as service from './service.ts';

describeFields('colour', { state: { label: '状态' } });

export const fourColourModule: ServerModule = {
  name: 'fourColour',
  contract: [
    contract.listColours,
    contract.orgColour,
    contract.freezeQuarter,
    contract.openRectification,
    contract.reportRectification,
    contract.acceptRectification,
    contract.cockpit,
    contract.cockpitRows,
    contract.exportCockpit,
  ],
  routes: [
    bind(contract.listColours, service.colours),
    bind(contract.orgColour, service.org),
    bind(contract.freezeQuarter, service.freeze),
    bind(contract.openRectification, service.open),
    bind(contract.reportRectification, service.report),
    bind(contract.acceptRectification, service.accept),
    bind(contract.cockpit, cockpit.cockpit),
    bind(contract.cockpitRows, cockpit.cell),
    bind(contract.exportCockpit, cockpit.workbook),
  ],
};
