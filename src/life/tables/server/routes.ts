import * as read from '#life/tables/contract.read.ts';
import * as contract from '#life/tables/contract.ts';
import { FILL_STATES, TABLE_STATES } from '#life/tables/rules.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { tablesRights } from '../rules.rights.ts';
import { announceHandover } from './handover.ts';
import { syncTodos } from './queries/todos.ts';
import { dataCentreStates } from './queries/waits.ts';
import * as fills from './service/fills.ts';
import * as rounds from './service/rounds.ts';
import { fillFaultFile, fillTemplate, readFillSheet } from './service/sheet.ts';
import { fillPaper, readSum, runExport, SUM_EXPORT, startExport, sumPaper } from './service/sums.ts';
import * as tables from './service/tables.ts';
import { servedTable } from './table.ts';
import { tablesTables } from './tables.ts';

export const tablesModule: ServerModule = {
  name: 'tables',
  rights: tablesRights,
  tables: tablesTables,
  states: dataCentreStates,
  together: {
    dataCentreDecide: {
      right: contract.decideFill.access,
      agree: fills.decideTogether('agree'),
      return: fills.decideTogether('return'),
    },
  },
  routes: [
    ...servedTable.routes,
    bind(read.getDesign, tables.design),
    bind(contract.saveDesign, tables.saveDesign),
    bind(contract.setOrgs, tables.setOrgs),
    bind(contract.publishTable, tables.publish),
    bind(contract.stopTable, tables.stop),
    bind(contract.copyTable, tables.copy),
    bind(read.listRounds, rounds.rounds),
    bind(contract.extendRound, rounds.extend),
    bind(contract.urgeRound, rounds.urge),
    bind(read.listFills, (ctx, input) => fills.list(ctx, input, 'below')),
    bind(read.listMine, (ctx, input) => fills.list(ctx, input, 'mine')),
    bind(read.getFill, (ctx, { id }) => fills.detail(ctx, id)),
    bind(contract.saveFill, fills.save),
    bind(contract.handInFill, fills.handIn),
    bind(contract.fillTemplate, fillTemplate),
    bind(contract.readFillSheet, readFillSheet),
    bind(contract.fillFaultFile, fillFaultFile),
    bind(contract.recallFill, fills.recall),
    bind(contract.decideFill, fills.decide),
    bind(read.getSum, readSum),
    bind(contract.exportSum, startExport),
    bind(contract.printSum, sumPaper),
    bind(contract.printFill, fillPaper),
  ],
  jobs: { ...servedTable.jobs, [SUM_EXPORT]: runExport },
  nouns: [servedTable],
  recurring: [
    {
      name: 'dataCentre.due',
      everySeconds: 3600,
      run: async ({ db }) => {
        await tables.openDue(db, (work) => transact(db, work));
        await transact(db, async (tx) => {
          // It reads every filling of the deployment that is not handed in; nobody waits for it.
          await allowSeconds(tx, 900);
          await syncTodos(tx, null);
        });
      },
    },
  ],
  announce() {
    fills.announceUrging();
    announceHandover();
    describeFields('dataCentreTable', {
      state: { label: '状态', values: TABLE_STATES },
      fields: { label: '字段' },
      number: { label: '版本' },
      orgs: { label: '填报组织数' },
      urged: { label: '催办' },
      copied: { label: '复制自' },
      orgName: { label: '制表组织' },
    });
    describeFields('dataCentreFill', {
      state: { label: '状态', values: FILL_STATES },
      rows: { label: '行数' },
      orgName: { label: '填报组织' },
    });
  },
};
