import { canReadFile } from '#platform/server/files/fileRights.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { exportVariations } from '#procedures/departure/contract.export.ts';
import * as contract from '#procedures/departure/contract.ts';
import { departureRights } from '../rules.rights.ts';
import { openDrafts } from './drafts.ts';
import { runExport, startExport, VARIATION_EXPORT } from './export.ts';
import { variationStates } from './queries/waits.ts';
import * as service from './service.ts';
import { departureTables } from './tables.ts';

const HOUR = 3_600;

export const departureModule: ServerModule = {
  name: 'departure',
  rights: departureRights,
  tables: departureTables,
  states: variationStates,
  routes: [
    bind(contract.listVariations, service.list),
    bind(contract.getVariation, service.read),
    bind(contract.addVariation, service.add),
    bind(contract.restoreVariation, service.restore),
    bind(contract.decideVariation, service.decide),
    bind(contract.withdrawVariation, service.withdraw),
    bind(contract.undoVariation, service.undo),
    bind(exportVariations, startExport),
  ],
  jobs: { [VARIATION_EXPORT]: runExport },
  recurring: [
    { name: 'variation.due', everySeconds: HOUR, run: service.carryOutDue },
    { name: 'variation.drafts', everySeconds: HOUR, run: openDrafts },
  ],
  announce() {
    describeFields('memberVariation', {
      kind: { label: '异动类型' },
      state: { label: '状态' },
      effectiveOn: { label: '生效日期' },
      toOrg: { label: '编入党支部' },
    });
    canReadFile(service.PAPERS, async (ctx, file) => service.mayReadPaper(ctx, file));
  },
};
