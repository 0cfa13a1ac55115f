import { getPart, getReport, listFigures, listFinished, listMine, listParts } from '#life/keyWork/contract.read.ts';
import * as contract from '#life/keyWork/contract.ts';
import { ITEM_STATES, PART_STATES } from '#life/keyWork/rules.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { keyWorkRights } from '../rules.rights.ts';
import { announceHandover } from './handover.ts';
import { servedItem } from './item.ts';
import { syncTodos } from './queries/todos.ts';
import { keyWorkStates } from './queries/waits.ts';
import { keyWorkRuleChecks } from './ruleChecks.ts';
import { exportFigures, figuresPaper, itemPaper, readFigures } from './service/figures.ts';
import * as items from './service/items.ts';
import { announceFiles, partDetail, readParts, reportDetail } from './service/parts.ts';
import {
  announceUrging,
  decideCompletion,
  decideTogether,
  recallCompletion,
  reportCompletion,
  reportProgress,
} from './service/reports.ts';
import { keyWorkTables } from './tables.ts';

export const keyWorkModule: ServerModule = {
  name: 'keyWork',
  rights: keyWorkRights,
  tables: keyWorkTables,
  states: keyWorkStates,
  together: {
    keyWorkDecide: {
      right: contract.decidePart.access,
      agree: decideTogether('agree'),
      return: decideTogether('return'),
    },
  },
  routes: [
    ...servedItem.routes,
    bind(contract.setOrgs, items.setOrgs),
    bind(contract.setFiles, items.setFiles),
    bind(contract.issueItem, items.issue),
    bind(contract.endItem, items.end),
    bind(contract.withdrawItem, items.withdraw),
    bind(contract.extendItem, items.extend),
    bind(contract.urgeItem, items.urge),
    bind(contract.printItem, itemPaper),
    bind(listParts, (ctx, input) => readParts(ctx, input, 'below')),
    bind(listMine, (ctx, input) => readParts(ctx, input, 'mine')),
    bind(listFinished, (ctx, input) => readParts(ctx, input, 'finished')),
    bind(getPart, (ctx, { id }) => partDetail(ctx, id)),
    bind(getReport, (ctx, { id }) => reportDetail(ctx, id)),
    bind(contract.reportPart, reportProgress),
    bind(contract.finishPart, reportCompletion),
    bind(contract.recallPart, recallCompletion),
    bind(contract.decidePart, decideCompletion),
    bind(listFigures, readFigures),
    bind(contract.exportFigures, exportFigures),
    bind(contract.printFigures, figuresPaper),
  ],
  jobs: { ...servedItem.jobs },
  nouns: [servedItem],
  ruleChecks: [keyWorkRuleChecks],
  recurring: [
    {
      name: 'keyWork.due',
      everySeconds: 3600,
      run: async ({ db }) => {
        await transact(db, async (tx) => {
          // It reads every part under way of the deployment; nobody waits for it.
          await allowSeconds(tx, 900);
          await syncTodos(tx, null);
        });
      },
    },
  ],
  announce() {
    announceFiles();
    announceUrging();
    announceHandover();
    describeFields('keyWorkItem', {
      state: { label: '状态', values: ITEM_STATES },
      orgs: { label: '责任单位' },
      files: { label: '附件数' },
      urged: { label: '催办' },
      orgName: { label: '布置组织' },
    });
    describeFields('keyWorkPart', {
      state: { label: '状态', values: PART_STATES },
      percent: { label: '进度' },
      orgName: { label: '责任单位' },
    });
  },
};
