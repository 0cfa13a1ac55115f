import { commonContract, listCommon, reportAddress } from '#modules/report/contract.common.ts';
import * as contract from '#modules/report/contract.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { address, common } from './common.ts';
import { REPORT_EXPORT, runExport, startExport } from './export.ts';
import { figures, list, print } from './service.ts';

export const reportModule: ServerModule = {
  name: 'report',
  contract: [...contract.reportContract, ...commonContract],
  routes: [
    bind(contract.getReport, figures),
    bind(contract.listReport, list),
    bind(contract.exportReport, startExport),
    bind(contract.printReport, print),
    bind(listCommon, common),
    bind(reportAddress, address),
  ],
  jobs: { [REPORT_EXPORT]: runExport },
};
