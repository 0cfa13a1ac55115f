import { listCommon, reportAddress } from '#overview/report/contract.common.ts';
import { dropReportSetting, reportSetting, saveReportSetting } from '#overview/report/contract.setting.ts';
import * as contract from '#overview/report/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { reportRights } from '../rules.rights.ts';
import { address, common } from './common.ts';
import { REPORT_EXPORT, runExport, startExport } from './export.ts';
import { figures, list, print } from './service.ts';
import { drop, read, save } from './setting.ts';
import { reportTables } from './tables.ts';

export const reportModule: ServerModule = {
  name: 'report',
  rights: reportRights,
  tables: reportTables,
  routes: [
    bind(contract.getReport, figures),
    bind(contract.listReport, list),
    bind(contract.exportReport, startExport),
    bind(contract.printReport, print),
    bind(listCommon, common),
    bind(reportAddress, address),
    bind(reportSetting, read),
    bind(saveReportSetting, save),
    bind(dropReportSetting, drop),
  ],
  jobs: { [REPORT_EXPORT]: runExport },
  announce() {
    describeFields('reportSetting', { hidden: { label: '不提供的报表' } });
  },
};
