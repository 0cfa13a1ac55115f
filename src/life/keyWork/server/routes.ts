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
import { tendTodos } from './queries/todos.ts';
import { keyWorkStates } from './queries/waits.ts';
import { keyWorkRuleChecks } from './ruleChecks.ts';
import { figures, figuresPaper, itemPaper, sheet } from './service/figures.ts';
import * as items from './service/items.ts';
import { announceFiles, list, part, report } from './service/parts.ts';
import { announceUrging, decide, finish, recall, reportProgress } from './service/reports.ts';
import { keyWorkTables } from './tables.ts';

export const keyWorkModule: ServerModule = {
  name: 'keyWork',
  rights: keyWorkRights,
  tables: keyWorkTables,
  states: keyWorkStates,
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
    bind(listParts, (ctx, input) => list(ctx, input, 'below')),
    bind(listMine, (ctx, input) => list(ctx, input, 'mine')),
    bind(listFinished, (ctx, input) => list(ctx, input, 'finished')),
    bind(getPart, (ctx, { id }) => part(ctx, id)),
    bind(getReport, (ctx, { id }) => report(ctx, id)),
    bind(contract.reportPart, reportProgress),
    bind(contract.finishPart, finish),
    bind(contract.recallPart, recall),
    bind(contract.decidePart, decide),
    bind(listFigures, figures),
    bind(contract.exportFigures, sheet),
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
          await tendTodos(tx, null);
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
