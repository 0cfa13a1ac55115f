import * as plans from '#assessment/orgAssessment/contract.plan.ts';
import * as reports from '#assessment/orgAssessment/contract.report.ts';
import * as scores from '#assessment/orgAssessment/contract.score.ts';
import * as contract from '#assessment/orgAssessment/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { orgAssessmentRights } from '../rules.rights.ts';
import { announceFiles } from './files.ts';
import { integralStates } from './queries/waits.ts';
import * as exemption from './service/exemption.ts';
import { getHome } from './service/home.ts';
import * as library from './service/library.ts';
import * as plan from './service/plan.ts';
import * as report from './service/report.ts';
import * as reportOut from './service/reportOut.ts';
import * as score from './service/score.ts';
import { stepPlan } from './service/steps.ts';
import { orgAssessmentTables } from './tables.ts';

export const orgAssessmentModule: ServerModule = {
  name: 'orgAssessment',
  rights: orgAssessmentRights,
  tables: orgAssessmentTables,
  states: integralStates,
  routes: [
    bind(contract.listTypes, library.types),
    bind(contract.addType, library.addType),
    bind(contract.renameType, library.renameType),
    bind(contract.removeType, library.removeType),
    bind(contract.listProjects, library.projects),
    bind(contract.getProject, library.project),
    bind(contract.addProject, library.addProject),
    bind(contract.updateProject, library.updateProject),
    bind(contract.stopProject, library.stop),
    bind(contract.orderProjects, library.order),
    bind(contract.bindProjects, library.bindTo),
    bind(contract.listChecks, library.checks),
    bind(contract.handLoad, library.handLoad),
    bind(plans.listPlans, plan.plans),
    bind(plans.getPlan, plan.plan),
    bind(plans.addPlan, plan.addPlan),
    bind(plans.updatePlan, plan.updatePlan),
    bind(plans.removePlan, plan.removePlan),
    bind(plans.setItems, plan.setItems),
    bind(plans.previewScope, plan.preview),
    bind(plans.setScope, plan.setScope),
    bind(plans.stepPlan, stepPlan),
    bind(scores.integralHome, getHome),
    bind(scores.listOwn, score.listed),
    bind(scores.orgDetails, score.details),
    bind(scores.getScore, score.score),
    bind(scores.reportScore, score.report),
    bind(scores.reviewScores, score.review),
    bind(scores.askChange, score.ask),
    bind(scores.decideChange, score.decide),
    bind(scores.suggestScores, score.suggest),
    bind(scores.listExemptions, exemption.exemptions),
    bind(scores.addExemption, exemption.add),
    bind(scores.decideExemption, exemption.decide),
    bind(scores.endExemption, exemption.end),
    bind(reports.planReport, report.report),
    bind(reports.monthReport, report.months),
    bind(reports.exportReport, reportOut.workbook),
    bind(reports.printReport, reportOut.print),
    bind(reports.printCable, report.cable),
  ],
  announce() {
    announceFiles();
    describeFields('integralType', { name: { label: '类型名称' } });
    describeFields('integralProject', {
      name: { label: '项目名称' },
      typeId: { label: '项目类型' },
      standard: { label: '评分标准' },
      kind: { label: '类别' },
      points: { label: '满分（百分之一分）' },
      method: { label: '评分方式' },
      checkCode: { label: '核查项' },
      breach: { label: '每处扣分（百分之一分）' },
      cap: { label: '扣分上限（百分之一分）' },
      submit: { label: '报送频次' },
      inspection: { label: '检查时间' },
      department: { label: '评分部门' },
      isStopped: { label: '停用', yesNo: true },
    });
    describeFields('integralPlan', {
      year: { label: '年度' },
      name: { label: '方案名称' },
      note: { label: '说明' },
      startsOn: { label: '开始日期' },
      endsOn: { label: '结束日期' },
      bands: { label: '等次起点（百分之一分）' },
      items: { label: '考核项目（个）' },
      targets: { label: '考核组织（个）' },
      state: { label: '状态' },
    });
    describeFields('integralScore', {
      self: { label: '自评分' },
      state: { label: '材料状态' },
      final: { label: '得分' },
      asked: { label: '提出改为' },
    });
    describeFields('integralExemption', { state: { label: '状态' }, toOn: { label: '免考到' } });
  },
};
