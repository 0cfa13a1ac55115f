import * as banks from '#learning/exam/contract.bank.ts';
import * as exams from '#learning/exam/contract.exam.ts';
import * as marks from '#learning/exam/contract.mark.ts';
import * as papers from '#learning/exam/contract.paper.ts';
import * as prints from '#learning/exam/contract.print.ts';
import { SCORES_IMPORT } from '#learning/exam/contract.scores.ts';
import * as sits from '#learning/exam/contract.sit.ts';
import { AUDIENCES, KINDS, STATES } from '#learning/exam/rules.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { examRights } from '../rules.rights.ts';
import { hasSat } from './queries/mark.ts';
import { examStates } from './queries/waits.ts';
import { recycledExamRows } from './recycle.ts';
import * as analysis from './service/analysis.ts';
import * as bank from './service/bank.ts';
import * as exam from './service/exam.ts';
import * as mark from './service/mark.ts';
import * as paper from './service/paper.ts';
import * as print from './service/print.ts';
import { scoreSheets } from './service/scoreSheet.ts';
import * as sit from './service/sit.ts';
import { announcePictures } from './service/stem.ts';
import * as steps from './service/steps.ts';
import { examTables } from './tables.ts';

export const examModule: ServerModule = {
  name: 'exam',
  rights: examRights,
  tables: examTables,
  states: examStates,
  subjects: { exam: hasSat, examPerson: ownRows('exam_person') },
  routes: [
    bind(banks.listLibs, bank.libs),
    bind(banks.getLib, (ctx, { id }) => bank.lib(ctx, id)),
    bind(banks.createLib, bank.createLib),
    bind(banks.updateLib, bank.updateLib),
    bind(banks.removeLib, bank.removeLib),
    bind(banks.listQuestions, bank.questions),
    bind(banks.createQuestion, bank.createQuestion),
    bind(banks.updateQuestion, bank.updateQuestion),
    bind(banks.removeQuestions, bank.removeQuestions),
    bind(banks.readPasted, bank.readPasted),
    bind(banks.readSheet, bank.readSheet),
    bind(banks.addQuestions, bank.addQuestions),
    bind(banks.questionTemplate, bank.sheetTemplate),
    bind(banks.exportQuestions, bank.exportQuestions),
    bind(papers.listPapers, paper.papers),
    bind(papers.getPaper, (ctx, { id }) => paper.paper(ctx, id)),
    bind(papers.createPaper, paper.create),
    bind(papers.updatePaper, paper.update),
    bind(papers.removePaper, paper.remove),
    bind(prints.printPaper, print.printPaper),
    bind(prints.printExam, print.printExam),
    bind(prints.wordPaper, print.wordPaper),
    bind(prints.wordExam, print.wordExam),
    ...bindSheets(scoreSheets, SCORES_IMPORT),
    bind(exams.listExams, exam.exams),
    bind(exams.getExam, (ctx, { id }) => exam.exam(ctx, id)),
    bind(exams.createExam, exam.create),
    bind(exams.updateExam, exam.update),
    bind(exams.removeExam, exam.remove),
    bind(exams.publishExam, steps.publish),
    bind(exams.withdrawExam, steps.withdraw),
    bind(exams.publishResults, steps.results),
    bind(exams.followExam, steps.follow),
    bind(exams.urgeExam, steps.urge),
    bind(exams.grantExtra, steps.extra),
    bind(exams.giveBack, steps.giveBack),
    bind(sits.ownExams, sit.ownExams),
    bind(sits.ownWrong, sit.wrong),
    bind(sits.ownExam, (ctx, { id }) => sit.ownExam(ctx, id)),
    bind(sits.startExam, sit.start),
    bind(sits.saveAnswers, sit.save),
    bind(sits.handIn, sit.handIn),
    bind(sits.leavePage, sit.leave),
    bind(sits.ownResult, (ctx, { attemptId }) => sit.result(ctx, attemptId)),
    bind(sits.askAppeal, sit.appeal),
    bind(marks.markOverview, (ctx, { id }) => mark.overview(ctx, id)),
    bind(marks.nextAnswer, mark.next),
    bind(marks.markAnswer, mark.mark),
    bind(marks.decideAppeal, mark.decide),
    bind(marks.regrade, mark.regrade),
    bind(marks.analysePaper, analysis.analyse),
    bind(marks.returnQuestion, analysis.giveBackQuestion),
  ],
  recurring: [
    { name: 'exam.handIn', everySeconds: 2, run: sit.handInDue },
    { name: 'exam.people', everySeconds: 60, run: steps.maintainExamPeople },
  ],
  announce() {
    for (const one of recycledExamRows) registerRecycleKind(one);
    announcePictures();
    describeFields('questionLib', {
      name: { label: '题库名称' },
      remark: { label: '说明' },
      added: { label: '加入试题（道）' },
      removed: { label: '删除试题（道）' },
      exported: { label: '导出试题（道）' },
    });
    describeFields('question', {
      kind: { label: '题型', values: KINDS },
      stem: { label: '题干' },
      rich: { label: '题干（图文）' },
      options: { label: '选项' },
      key: { label: '答案' },
      explanation: { label: '解析' },
      difficulty: { label: '难度' },
    });
    describeFields('examPaper', {
      name: { label: '试卷名称' },
      type: { label: '组卷方式' },
      eachOwn: { label: '每人一卷', yesNo: true },
      items: { label: '试题（道）' },
      printed: { label: '打印' },
      rules: { label: '抽题规则' },
    });
    describeFields('exam', {
      title: { label: '考试名称' },
      opensAt: { label: '开始时间' },
      closesAt: { label: '结束时间' },
      minutes: { label: '时长（分钟）' },
      passPercent: { label: '及格线（%）' },
      audience: { label: '考试对象', values: { ...AUDIENCES, college: '学院师生' } },
      state: { label: '状态', values: STATES },
      people: { label: '考生（人）' },
      person: { label: '考生' },
      results: { label: '成绩公布', yesNo: true },
      urged: { label: '催考（人）' },
      extraMinutes: { label: '加时（分钟）' },
      extraAttempts: { label: '加考（次）' },
      marked: { label: '批阅得分' },
      score: { label: '成绩' },
      regraded: { label: '改分答卷（份）' },
      printed: { label: '打印' },
      toMend: { label: '退回待修订' },
    });
  },
};
