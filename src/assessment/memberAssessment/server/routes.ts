import * as exempt from '#assessment/memberAssessment/contract.exempt.ts';
import * as sheets from '#assessment/memberAssessment/contract.out.ts';
import * as plan from '#assessment/memberAssessment/contract.plan.ts';
import * as contract from '#assessment/memberAssessment/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { memberAssessmentRights } from '../rules.rights.ts';
import { assessmentStates } from './queries/waits.ts';
import * as detail from './service/detail.ts';
import * as exemption from './service/exemption.ts';
import { syncLateTodos } from './service/late.ts';
import * as months from './service/months.ts';
import * as out from './service/out.ts';
import * as plans from './service/plans.ts';
import * as results from './service/results.ts';
import * as statistics from './service/statistics.ts';
import { memberAssessmentTables } from './tables.ts';

const routes = [
  bind(contract.statistics, statistics.statistics),
  bind(sheets.exportStatistics, out.workbook),
  bind(sheets.fairness, out.fairness),
  bind(contract.getMonth, months.get),
  bind(contract.saveMonth, months.save),
  bind(contract.decideMonth, months.decide),
  bind(contract.grid, months.grid),
  bind(contract.saveGrid, months.saveGrid),
  bind(contract.monthChanges, detail.changes),
  bind(contract.rewardPunish, detail.rewards),
  bind(contract.getResult, results.get),
  bind(contract.computeResult, results.compute),
  bind(contract.showResult, results.show),
  bind(contract.settleResult, results.settle),
  bind(contract.getCurrentYearScore, statistics.current),
  bind(contract.seenResult, results.seen),
  bind(exempt.listPersonExemptions, exemption.list),
  bind(exempt.exemptionItems, exemption.items),
  bind(exempt.askPersonExemption, exemption.ask),
  bind(exempt.decidePersonExemption, exemption.decide),
  bind(exempt.endPersonExemption, exemption.end),
  bind(plan.listPlans, plans.list),
  bind(plan.getPlan, plans.get),
  bind(plan.savePlan, plans.save),
  bind(plan.publishPlan, plans.publish),
  bind(plan.archivePlan, plans.archive),
  bind(plan.removePlan, plans.remove),
];

export const memberAssessmentModule: ServerModule = {
  name: 'memberAssessment',
  rights: memberAssessmentRights,
  tables: memberAssessmentTables,
  states: assessmentStates,
  subjects: { assessMonth: ownRows('assess_month'), assessExemption: ownRows('assess_exemption') },
  routes,
  recurring: [{ name: 'assessment.late', everySeconds: 6 * 3600, run: syncLateTodos }],
  announce() {
    describeFields('assessExemption', { state: { label: '状态' }, toOn: { label: '免考到' } });
    exemption.announceFiles();
  },
};
