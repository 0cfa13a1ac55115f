import * as contract from '#overview/dataCheck/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { dataCheckRights } from '../rules.rights.ts';
import { dataManageStates } from './queries/waits.ts';
import * as rows from './service/rows.ts';
import * as runs from './service/run.ts';
import { dataCheckTables } from './tables.ts';

export const dataCheckModule: ServerModule = {
  name: 'dataCheck',
  rights: dataCheckRights,
  tables: dataCheckTables,
  states: dataManageStates,
  routes: [
    bind(contract.listRuns, runs.runs),
    bind(contract.lastRun, runs.last),
    bind(contract.startRun, runs.start),
    bind(contract.listRows, rows.list),
    bind(contract.giveRows, rows.give),
    bind(contract.explainRows, rows.explain),
    bind(contract.mendRows, rows.markMended),
    bind(contract.exportRows, rows.startExport),
  ],
  jobs: { [runs.RUN_JOB]: runs.run, [rows.CHECK_EXPORT]: rows.runExport },
  announce() {
    describeFields('dataCheck', { state: { label: '状态' } });
  },
};
