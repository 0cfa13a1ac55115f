import { MATERIAL_STATES, REVIEW_STATES } from '#assessment/orgAssessment/rules.ts';
import * as cases from '#assessment/trinity/contract.case.ts';
import * as read from '#assessment/trinity/contract.read.ts';
import * as reports from '#assessment/trinity/contract.report.ts';
import * as score from '#assessment/trinity/contract.score.ts';
import * as contract from '#assessment/trinity/contract.ts';
import { CASE_STATES } from '#assessment/trinity/rules.case.ts';
import { STATES } from '#assessment/trinity/rules.ts';
import { allowSeconds, transact } from '#platform/server/database/db.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { trinityRights } from '../rules.rights.ts';
import { servedEvaluation } from './evaluation.ts';
import { syncTodos } from './queries/todos.ts';
import { trinityStates } from './queries/waits.ts';
import * as behindOut from './service/behindOut.ts';
import * as oneCase from './service/cases.ts';
import * as evaluations from './service/evaluations.ts';
import * as handIns from './service/handIns.ts';
import { exportReport, printReport } from './service/reportOut.ts';
import * as report from './service/reports.ts';
import * as scores from './service/scores.ts';
import * as units from './service/units.ts';
import { trinityTables } from './tables.ts';

export const trinityModule: ServerModule = {
  name: 'trinity',
  rights: trinityRights,
  tables: trinityTables,
  states: trinityStates,
  routes: [
    ...servedEvaluation.routes,
    bind(contract.setItems, evaluations.setItems),
    bind(contract.setGrades, evaluations.setGrades),
    bind(contract.setReviewer, evaluations.setReviewer),
    bind(contract.setUnits, evaluations.setUnits),
    bind(contract.dropUnit, evaluations.dropUnit),
    bind(contract.copyEvaluation, evaluations.copy),
    bind(contract.openEvaluation, evaluations.open),
    bind(contract.extendEvaluation, evaluations.extend),
    bind(contract.urgeEvaluation, evaluations.urge),
    bind(contract.closeEvaluation, evaluations.close),
    bind(read.listUnits, units.list),
    bind(read.listOrgs, units.orgs),
    bind(score.listScores, scores.list),
    bind(score.getUnit, scores.unit),
    bind(score.getScore, scores.detail),
    bind(score.ownMeetings, scores.meetings),
    bind(score.handIn, handIns.handIn),
    bind(score.recallScore, handIns.recall),
    bind(score.decideScore, handIns.decide),
    bind(score.giveScore, handIns.give),
    bind(score.countScores, handIns.recount),
    bind(reports.orgReport, report.org),
    bind(reports.scoreReport, report.score),
    bind(reports.materialReport, report.material),
    bind(reports.listBehind, report.behind),
    bind(reports.exportBehind, behindOut.start),
    bind(reports.exportReport, exportReport),
    bind(reports.printReport, printReport),
    bind(cases.listCases, oneCase.list),
    bind(cases.getCase, oneCase.detail),
    bind(cases.proposeCase, oneCase.propose),
    bind(cases.takeCase, oneCase.takeCase),
    bind(cases.decideCase, oneCase.decide),
    bind(cases.recallCase, oneCase.recall),
    bind(cases.withdrawCase, oneCase.withdraw),
  ],
  jobs: { ...servedEvaluation.jobs, [behindOut.BEHIND_EXPORT]: behindOut.run },
  nouns: [servedEvaluation],
  recurring: [
    {
      name: 'trinity.due',
      everySeconds: 3600,
      run: async ({ db }) => {
        await transact(db, async (tx) => {
          // It reads every unit under way of the deployment; nobody waits for it.
          await allowSeconds(tx, 900);
          await syncTodos(tx, null);
        });
      },
    },
  ],
  announce() {
    scores.announceFiles();
    handIns.announceUrging();
    oneCase.announceCases();
    describeFields('trinityCase', { state: { label: '状态', values: CASE_STATES } });
    describeFields('trinityScore', {
      state: { label: '报送', values: MATERIAL_STATES },
      review: { label: '审核', values: REVIEW_STATES },
      self: { label: '自评分' },
      final: { label: '得分' },
    });
    describeFields('trinityEvaluation', {
      state: { label: '状态', values: STATES },
      items: { label: '考评指标' },
      grades: { label: '等次' },
      reviewer: { label: '评审组织' },
      units: { label: '考核单位' },
      endsOn: { label: '截止日期' },
      urged: { label: '催办' },
      counted: { label: '核查项数' },
      copyOf: { label: '复制自' },
      report: { label: '报表' },
    });
  },
};
