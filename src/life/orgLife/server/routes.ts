import * as appraisals from '#life/orgLife/contract.appraisal.ts';
import * as votes from '#life/orgLife/contract.ballot.ts';
import * as calendars from '#life/orgLife/contract.calendar.ts';
import * as developments from '#life/orgLife/contract.develop.ts';
import * as duties from '#life/orgLife/contract.duty.ts';
import * as exports from '#life/orgLife/contract.export.ts';
import * as leaders from '#life/orgLife/contract.leader.ts';
import * as lifeContract from '#life/orgLife/contract.life.ts';
import * as locks from '#life/orgLife/contract.lock.ts';
import * as own from '#life/orgLife/contract.own.ts';
import * as papers from '#life/orgLife/contract.paper.ts';
import * as plans from '#life/orgLife/contract.plan.ts';
import * as resolutions from '#life/orgLife/contract.resolution.ts';
import * as ruleContract from '#life/orgLife/contract.rule.ts';
import * as speech from '#life/orgLife/contract.speech.ts';
import * as stars from '#life/orgLife/contract.star.ts';
import * as contract from '#life/orgLife/contract.ts';
import { announceFigure } from '#life/tasks/server/index.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { announceOccasions } from '#procedures/recruitment/server/index.ts';
import { orgLifeRights } from '../rules.rights.ts';
import { grantEarlierLessons } from './hours.ts';
import { announceMeetingProofs } from './proofs.ts';
import { eventPointSources } from './queries/evidence.ts';
import { archiveDue } from './queries/meeting.ts';
import { heldThisYear, lifeOccasions } from './queries/occasions.ts';
import { foldLifeSums } from './queries/sums.ts';
import { eventStates } from './queries/waits.ts';
import { eventRuleChecks } from './ruleChecks.ts';
import * as appraisal from './service/appraisal.ts';
import * as attendance from './service/attendance.ts';
import * as ballots from './service/ballots.ts';
import * as calendar from './service/calendar.ts';
import * as develop from './service/develop.ts';
import * as duty from './service/duty.ts';
import * as sheets from './service/export.ts';
import * as leader from './service/leader.ts';
import * as life from './service/life.ts';
import * as lock from './service/lock.ts';
import { getMatrix } from './service/matrix.ts';
import * as meeting from './service/meeting.ts';
import * as plan from './service/plan.ts';
import * as print from './service/print.ts';
import * as printAppraisal from './service/printAppraisal.ts';
import * as publishAppraisal from './service/publishAppraisal.ts';
import * as resolution from './service/resolution.ts';
import * as rule from './service/rule.ts';
import * as silent from './service/silent.ts';
import * as star from './service/star.ts';
import * as steps from './service/steps.ts';
import { countPeopleTally } from './service/tally.ts';
import * as transcript from './service/transcript.ts';
import { orgLifeTables } from './tables.ts';

const HOUR = 3600;

const routes = [
  bind(duties.dutyOverview, duty.overview),
  bind(duties.dutyMatrix, getMatrix),
  bind(duties.dutyYear, duty.year),
  bind(duties.listOwed, duty.owed),
  bind(duties.listSilent, silent.list),
  bind(leaders.listLeaders, leader.list),
  bind(duties.exemptDuty, duty.exempt),
  bind(duties.endExemption, duty.endExemption),
  bind(ruleContract.listRules, rule.list),
  bind(ruleContract.previewRule, rule.preview),
  bind(ruleContract.changeRule, rule.change),
  bind(ruleContract.setTerms, rule.setTerms),
  bind(locks.listLocks, lock.list),
  bind(locks.lockQuarter, lock.lock),
  bind(locks.unlockQuarter, lock.unlock),
  bind(contract.listMeetings, meeting.list),
  bind(contract.getMeeting, meeting.get),
  bind(contract.meetingAttendance, attendance.people),
  bind(contract.createMeeting, meeting.create),
  bind(contract.updateMeeting, meeting.update),
  bind(contract.notifyMeeting, steps.notify),
  bind(contract.cancelMeeting, steps.cancel),
  bind(contract.holdMeeting, steps.close),
  bind(contract.submitMeeting, steps.submit),
  bind(contract.returnMeeting, steps.sendBack),
  bind(contract.archiveMeeting, steps.archive),
  bind(contract.recordMeeting, steps.record),
  bind(contract.correctMeeting, steps.correct),
  bind(speech.listTranscripts, transcript.list),
  bind(speech.transcribe, transcript.start),
  bind(contract.signCode, attendance.code),
  bind(contract.markAttendance, attendance.mark),
  bind(contract.markRest, attendance.rest),
  bind(contract.addGuest, attendance.addGuests),
  bind(votes.meetingBallots, ballots.list),
  bind(votes.addMeetingBallot, ballots.add),
  bind(contract.makeUp, attendance.madeUp),
  bind(exports.exportMeetings, sheets.startMeetings),
  bind(exports.exportMatrix, sheets.startMatrix),
  bind(papers.printRecord, print.record),
  bind(papers.printSignSheet, print.signSheet),
  bind(papers.printYear, print.year),
  bind(papers.printAppraisal, printAppraisal.forms),
  bind(papers.printAppraisalSummary, printAppraisal.summary),
  bind(resolutions.listResolutions, resolution.list),
  bind(resolutions.addResolution, resolution.add),
  bind(resolutions.settleResolution, resolution.settle),
  bind(resolutions.removeResolution, resolution.remove),
  bind(resolutions.lifeResolutionTask, resolution.toTask),
  bind(resolutions.ownResolutions, resolution.own),
  bind(lifeContract.getMatter, life.get),
  bind(lifeContract.prepareMatter, life.prepare),
  bind(lifeContract.addStatement, life.addStatement),
  bind(lifeContract.removeStatement, life.removeStatement),
  bind(lifeContract.addProblem, life.addProblem),
  bind(lifeContract.settleProblem, life.settle),
  bind(lifeContract.reportMatter, life.report),
  bind(lifeContract.listTalks, life.talks),
  bind(lifeContract.addTalk, life.addTalk),
  bind(lifeContract.removeTalk, life.removeTalk),
  bind(lifeContract.ownMatter, life.own),
  bind(appraisals.getAppraisal, appraisal.get),
  bind(appraisals.sendPlan, appraisal.sendPlan),
  bind(appraisals.decidePlan, appraisal.decide),
  bind(appraisals.openAppraisal, appraisal.open),
  bind(appraisals.saveGrades, appraisal.grade),
  bind(appraisals.closeAppraisal, appraisal.close),
  bind(appraisals.publishAppraisal, publishAppraisal.publish),
  bind(appraisals.ownAppraisals, appraisal.own),
  bind(appraisals.writeSelf, appraisal.writeSelf),
  bind(appraisals.listMates, appraisal.listMates),
  bind(appraisals.writeMutual, appraisal.writeMutual),
  bind(appraisals.receiveAppraisal, appraisal.receive),
  bind(developments.getDevelopment, develop.get),
  bind(developments.voteDevelopment, develop.vote),
  bind(plans.planYear, plan.planYear),
  bind(plans.repeatMeeting, plan.repeat),
  bind(stars.listContests, star.list),
  bind(stars.getContest, star.get),
  bind(stars.saveContest, star.save),
  bind(stars.stepContest, star.step),
  bind(stars.saveScores, star.score),
  bind(calendars.ownCalendar, calendar.ownState),
  bind(calendars.openOwnCalendar, calendar.openOwn),
  bind(calendars.endOwnCalendar, calendar.endOwn),
  bind(calendars.orgCalendar, calendar.orgState),
  bind(calendars.openOrgCalendar, calendar.openOrg),
  bind(calendars.endOrgCalendar, calendar.endOrg),
  bind(calendars.readCalendar, calendar.read),
  bind(own.ownMeetings, attendance.own),
  bind(own.signIn, attendance.signIn),
  bind(own.askLeave, attendance.leave),
];

export const orgLifeModule: ServerModule = {
  name: 'orgLife',
  rights: orgLifeRights,
  tables: orgLifeTables,
  states: eventStates,
  routes,
  jobs: {
    [sheets.MEETING_EXPORT]: sheets.runMeetings,
    [sheets.MATRIX_EXPORT]: sheets.runMatrix,
    [transcript.TRANSCRIBE]: transcript.run,
  },
  ruleChecks: [eventRuleChecks],
  pointSources: eventPointSources,
  recurring: [
    { name: 'event.sums', everySeconds: 2, run: async ({ db }) => void (await foldLifeSums(db)) },
    { name: 'event.tally', everySeconds: 60, run: countPeopleTally },
    { name: 'event.archive', everySeconds: HOUR, run: async ({ db }) => void (await archiveDue(db)) },
    { name: 'event.lessons', everySeconds: HOUR, run: grantEarlierLessons },
    { name: 'event.silent', everySeconds: HOUR * 6, run: silent.syncSilentTodos },
    { name: 'event.remind', everySeconds: HOUR / 4, run: attendance.remind },
  ],
  announce() {
    announceMeetingProofs();
    announceOccasions(lifeOccasions);
    announceFigure('meetings', heldThisYear);
    describeFields('lifeTerms', {
      silentDays: { label: '静默支部期限（天）' },
      archiveDays: { label: '自动归档期限（天）' },
      reportDays: { label: '民主生活会报告期限（天）' },
      planDays: { label: '民主生活会方案期限（天）' },
    });
    meeting.announceMeeting();
  },
};
