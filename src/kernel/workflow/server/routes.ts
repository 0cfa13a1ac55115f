import * as matters from '#kernel/workflow/contract.matter.ts';
import * as processes from '#kernel/workflow/contract.process.ts';
import * as workflow from '#kernel/workflow/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { workflowRights } from '../rules.rights.ts';
import { describeWorkflow } from './auditFields.ts';
import { workflowStates } from './queries/waits.ts';
import { workflowRuleChecks } from './ruleChecks.ts';
import * as act from './service/act.ts';
import * as delegation from './service/delegation.ts';
import * as matter from './service/matter.ts';
import * as process from './service/process.ts';
import { getInstance, listInstances } from './service/read.ts';
import { addSign, handOver, recallSigner } from './service/signer.ts';
import { sweepDeputies, sweepDue, sweepOrphans } from './service/sweep.ts';
import { workflowTables } from './tables.ts';

export const workflowModule: ServerModule = {
  name: 'workflow',
  rights: workflowRights,
  tables: workflowTables,
  states: workflowStates,
  together: {
    workflow: {
      right: workflow.decideTask.access,
      agree: act.decideTogether('agree'),
      return: act.decideTogether('return'),
    },
  },
  routes: [
    bind(processes.processChoices, process.choices),
    bind(processes.listProcesses, process.processes),
    bind(processes.getProcess, (ctx, { id }) => process.process(ctx, id)),
    bind(processes.createProcess, process.addProcess),
    bind(processes.saveProcess, process.save),
    bind(processes.publishProcess, process.publish),
    bind(processes.retireProcess, process.retire),
    bind(processes.tryProcess, process.tryOut),
    bind(processes.listPeople, process.findPeopleNear),
    bind(workflow.listInstances, listInstances),
    bind(workflow.getInstance, (ctx, { id }) => getInstance(ctx, id)),
    bind(workflow.decideTask, act.decide),
    bind(workflow.addSigner, addSign),
    bind(workflow.recallSigner, recallSigner),
    bind(workflow.handOverTask, handOver),
    bind(workflow.withdrawInstance, act.withdraw),
    bind(workflow.urgeInstance, (ctx, { id }) => act.urge(ctx, id)),
    bind(workflow.listDelegations, delegation.delegations),
    bind(workflow.createDelegation, delegation.delegate),
    bind(workflow.endDelegation, (ctx, { id }) => delegation.endDelegation(ctx, id)),
    bind(matters.startable, matter.startable),
    bind(matters.previewMatter, matter.preview),
    bind(matters.startMatter, matter.startMatter),
    bind(matters.getMatter, (ctx, { id }) => matter.matter(ctx, id)),
    bind(matters.resubmitMatter, matter.resubmitMatter),
  ],
  ruleChecks: [workflowRuleChecks],
  recurring: [
    { name: 'workflow.due', everySeconds: 60, run: sweepDue },
    { name: 'workflow.orphans', everySeconds: 3600, run: sweepOrphans },
    { name: 'workflow.deputies', everySeconds: 3600, run: sweepDeputies },
  ],
  announce() {
    describeWorkflow();
    matter.announceMatter();
  },
};
