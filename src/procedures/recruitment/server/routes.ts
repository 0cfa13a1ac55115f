import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import * as corrections from '#procedures/recruitment/contract.correction.ts';
import { exportFiles, exportReview } from '#procedures/recruitment/contract.export.ts';
import * as meetings from '#procedures/recruitment/contract.meeting.ts';
import * as opinions from '#procedures/recruitment/contract.opinion.ts';
import * as own from '#procedures/recruitment/contract.own.ts';
import * as papers from '#procedures/recruitment/contract.papers.ts';
import * as acts from '#procedures/recruitment/contract.steps.ts';
import * as contract from '#procedures/recruitment/contract.ts';
import { STEP_STATES } from '#procedures/recruitment/rules/path.ts';
import { recruitmentRights } from '../rules.rights.ts';
import { announceBelongings } from './belonging.ts';
import { announceFileMoves } from './moving.ts';
import { recruitmentStates } from './queries/waits.ts';
import { registerRoutes } from './registers.ts';
import * as again from './service/again.ts';
import * as correction from './service/correction.ts';
import * as correctionRead from './service/correctionRead.ts';
import * as decisions from './service/decide.ts';
import { printDossier } from './service/dossier.ts';
import { recruitmentRuleChecks, sweepTerms } from './service/due.ts';
import * as ending from './service/ending.ts';
import { FILE_EXPORT, runExport, startExport } from './service/export.ts';
import * as files from './service/files.ts';
import * as meeting from './service/meeting.ts';
import * as objection from './service/objection.ts';
import * as opinion from './service/opinion.ts';
import * as person from './service/own.ts';
import * as print from './service/print.ts';
import { announceProcesses } from './service/process.ts';
import * as publicity from './service/publicity.ts';
import * as read from './service/read.ts';
import { REVIEW_EXPORT, runReview, startReview } from './service/review.ts';
import * as steps from './service/steps.ts';
import { announceWords } from './service/words.ts';
import { recruitmentTables } from './tables.ts';

export const recruitmentModule: ServerModule = {
  name: 'recruitment',
  rights: recruitmentRights,
  tables: recruitmentTables,
  states: recruitmentStates,
  subjects: { developmentFile: ownRows('development_file') },
  encrypted: [
    encryptedColumn('development_objection', 'content_enc', objection.contentPlace),
    encryptedColumn('development_objection', 'contact_enc', objection.contactPlace),
  ],
  routes: [
    bind(contract.listFiles, read.files),
    bind(contract.overview, read.overview),
    bind(contract.getFile, (ctx, { id }) => read.file(ctx, id)),
    bind(acts.submitStep, steps.submit),
    bind(acts.withdrawStep, steps.withdraw),
    bind(opinions.giveOpinion, opinion.giveOpinion),
    bind(acts.decideStep, decisions.decide),
    bind(acts.handPaper, steps.handInPaper),
    bind(acts.reviewPaper, decisions.review),
    bind(exportFiles, startExport),
    bind(exportReview, startReview),
    bind(papers.printForm, print.form),
    bind(papers.printFormFull, print.formFull),
    bind(papers.printBook, print.book),
    bind(papers.checkBook, print.bookCheck),
    bind(papers.printPoster, print.poster),
    bind(papers.printDossier, printDossier),
    bind(own.handOwnPaper, person.handInOwnPaper),
    bind(own.takeNote, person.takeNote),
    bind(acts.addNote, files.addNote),
    bind(acts.endFile, ending.end),
    bind(acts.applyAgain, again.applyAgain),
    bind(acts.listCandidates, files.choices),
    bind(meetings.listMeetings, meeting.meetings),
    bind(meetings.dueVoters, meeting.due),
    bind(meetings.getMeeting, (ctx, { id }) => meeting.meeting(ctx, id)),
    bind(meetings.addMeeting, meeting.addMeeting),
    bind(meetings.startPublicity, publicity.start),
    bind(meetings.endPublicity, publicity.end),
    bind(meetings.publicPublicity, (ctx, { code }) => publicity.publicPage(ctx, code)),
    bind(corrections.listCorrections, correctionRead.corrections),
    bind(corrections.addCorrection, correction.ask),
    bind(corrections.decideCorrection, correction.decide),
    bind(corrections.withdrawCorrection, correction.withdraw),
    ...registerRoutes,
  ],
  ruleChecks: [recruitmentRuleChecks],
  jobs: { [FILE_EXPORT]: runExport, [REVIEW_EXPORT]: runReview },
  recurring: [
    { name: 'recruitment.terms', everySeconds: 3600, run: async (services) => void (await sweepTerms(services)) },
  ],
  announce() {
    files.announceFiles();
    announceFileMoves();
    announceBelongings();
    correction.announceCorrections();
    announceWords();
    meeting.announceMeetings();
    announceProcesses();
    ending.announceEndings();
    describeFields('developmentFile', {
      step: { label: '步骤' },
      state: { label: '状态', values: STEP_STATES },
      paper: { label: '材料' },
      note: { label: '登记' },
      known: { label: '本人已知晓' },
      general: { label: '党总支审议' },
      handover: { label: '材料移交' },
      approver: { label: '审批组织' },
      bookNo: { label: '志愿书编号' },
      talk: { label: '谈话' },
      meeting: { label: '会议' },
      publicity: { label: '公示' },
      ending: { label: '结束', values: { stopped: '终止培养', withdrawn: '本人撤回', died: '死亡' } },
      handledOn: { label: '日期' },
      decidedOn: { label: '审批日期' },
      personCategory: { label: '人员类别', values: PERSON_CATEGORIES },
      appliedOn: { label: '申请入党日期' },
      admissionDate: { label: '入党日期' },
      conversionDate: { label: '转正日期' },
    });
    describeFields('developmentPlan', { given: { label: '计划名额' } });
    describeFields('workCalendar', { off: { label: '放假' }, work: { label: '周末上班' } });
    describeFields('developmentSetting', {
      switchDay: { label: '2026年细则施行日期' },
      inclusive: { label: '公示首日计入' },
      lateDays: { label: '补登天数' },
      thoughtMonths: { label: '思想汇报间隔（月）' },
    });
    describeFields('developmentForm', { form: { label: '志愿书编号' } });
    describeFields('developmentTemplate', { version: { label: '版本' } });
    describeFields('developmentWord', { version: { label: '版本' } });
    describeFields('developmentBookLayout', { version: { label: '版本' } });
    describeFields('developmentCorrection', { correction: { label: '更正' } });
  },
};
