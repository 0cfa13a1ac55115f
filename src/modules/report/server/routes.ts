import * as contract from '#modules/report/contract.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { REPORT_EXPORT, runExport, startExport } from './export.ts';
import { figures, list, print } from './service.ts';

export const reportModule: ServerModule = {
  name: 'report',
  contract: contract.reportContract,
  routes: [
    bind(contract.getReport, figures),
    bind(contract.listReport, list),
    bind(contract.exportReport, startExport),
    bind(contract.printReport, print),
  ],
  jobs: { [REPORT_EXPORT]: runExport },
};
