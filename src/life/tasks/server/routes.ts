import * as burdens from '#life/tasks/contract.burden.ts';
import * as forms from '#life/tasks/contract.form.ts';
import * as formSheet from '#life/tasks/contract.formSheet.ts';
import * as meetings from '#life/tasks/contract.meeting.ts';
import * as meetingFind from '#life/tasks/contract.meetingFind.ts';
import * as meetingPapers from '#life/tasks/contract.meetingPaper.ts';
import * as ownMeetings from '#life/tasks/contract.ownMeeting.ts';
import * as ownParts from '#life/tasks/contract.ownPart.ts';
import * as parts from '#life/tasks/contract.part.ts';
import * as more from '#life/tasks/contract.partMore.ts';
import * as proofContract from '#life/tasks/contract.proof.ts';
import { quoteForm } from '#life/tasks/contract.quote.ts';
import * as taskList from '#life/tasks/contract.taskList.ts';
import * as taskOut from '#life/tasks/contract.taskOut.ts';
import * as contract from '#life/tasks/contract.ts';
import { MEETING_STATES } from '#life/tasks/rules.meeting.ts';
import { DUE_RULES, FREQUENCIES, KINDS, MODES, PART_STATES, TASK_STATES } from '#life/tasks/rules.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { tasksRights } from '../rules.rights.ts';
import { announceFiles } from './files.ts';
import { announceHandover } from './handover.ts';
import { officePointSources } from './queries/evidence.ts';
import { isOwnInvitation } from './queries/invitees.ts';
import { announceProofs } from './queries/proofs.ts';
import { foldTallies } from './queries/tally.ts';
import { officeStates } from './queries/waits.ts';
import { recycledTasks } from './recycle.ts';
import { officeRuleChecks } from './ruleChecks.ts';
import * as answer from './service/answers.ts';
import { getBurden } from './service/burden.ts';
import { moveDeadline } from './service/deadline.ts';
import * as decide from './service/decide.ts';
import * as extension from './service/extension.ts';
import * as fill from './service/fills.ts';
import * as sheets from './service/formSheets.ts';
import * as formSums from './service/formSums.ts';
import * as form from './service/forms.ts';
import * as home from './service/home.ts';
import * as invitee from './service/invitees.ts';
import { printMeetingPaper } from './service/meetingPaper.ts';
import * as steps from './service/meetingSteps.ts';
import * as meeting from './service/meetings.ts';
import * as ownPart from './service/ownParts.ts';
import * as partMore from './service/partMore.ts';
import * as part from './service/parts.ts';
import * as publishing from './service/publish.ts';
import { applyQuotes } from './service/quotes.ts';
import * as lists from './service/taskList.ts';
import * as out from './service/taskOut.ts';
import * as task from './service/tasks.ts';
import { sendUrging } from './service/urgeSms.ts';
import { tasksTables } from './tables.ts';

const HOUR = 3600;
const meetingRoutes = [
  bind(meetings.listWorkMeetings, meeting.list),
  bind(meetings.listInvitees, invitee.list),
  bind(meetingFind.placeTaken, meeting.placeTaken),
  bind(meetingFind.meetingPeople, meeting.people),
  bind(meetings.workSignCode, invitee.code),
  bind(meetings.getWorkMeeting, meeting.get),
  bind(meetings.createWorkMeeting, meeting.create),
  bind(meetings.updateWorkMeeting, meeting.update),
  bind(meetings.notifyWorkMeeting, steps.notify),
  bind(meetings.cancelWorkMeeting, steps.cancel),
  bind(meetings.holdWorkMeeting, steps.close),
  bind(meetings.recordWorkMeeting, steps.record),
  bind(meetings.issueMinutes, steps.issue),
  bind(meetings.recallMinutes, steps.recall),
  bind(meetings.resolutionTask, steps.toTask),
  bind(meetings.remindInvitees, steps.remind),
  bind(meetings.answerInvitation, invitee.answer),
  bind(meetings.markInvitee, invitee.mark),
  bind(meetings.readWorkMeeting, invitee.read),
  bind(meetings.recordOwn, invitee.record),
  bind(meetingPapers.printWorkMeeting, printMeetingPaper),
  bind(ownMeetings.ownWorkMeeting, invitee.own),
  bind(ownMeetings.ownRead, invitee.ownRead),
  bind(ownMeetings.ownAnswer, invitee.ownAnswer),
  bind(ownMeetings.ownSign, invitee.ownSign),
];

const formRoutes = [
  bind(forms.getForm, form.form),
  bind(forms.saveForm, form.save),
  bind(forms.copyForm, form.copy),
  bind(quoteForm, applyQuotes),
  bind(forms.formSources, form.sources),
  bind(forms.getFill, fill.fill),
  bind(forms.saveFill, fill.save),
  bind(forms.formNames, fill.names),
  bind(forms.returnCells, fill.giveBack),
  bind(forms.formSum, formSums.sum),
  bind(forms.formBelow, formSums.below),
  bind(formSheet.exportForm, sheets.start),
  bind(formSheet.formTemplate, sheets.template),
  bind(formSheet.readForm, sheets.read),
  bind(formSheet.printForm, sheets.print),
];

const ownRoutes = [
  bind(ownParts.listOwnParts, ownPart.parts),
  bind(ownParts.getOwnPart, ownPart.part),
  bind(ownParts.receiveOwnPart, ownPart.receiveOwn),
  bind(ownParts.reportOwnPart, ownPart.reportOwn),
  bind(ownParts.withdrawOwnPart, ownPart.withdrawOwn),
  bind(ownParts.askOwnExtension, ownPart.extendOwn),
  bind(ownParts.sayOwn, ownPart.speakOwn),
];

const outRoutes = [
  bind(more.handOver, partMore.handOver),
  bind(more.watchParts, partMore.watch),
  bind(more.cutCircle, partMore.cutCycle),
  bind(more.reviseTask, partMore.revise),
  bind(more.listRevisions, partMore.revisions),
  bind(more.listReports, partMore.reports),
  bind(proofContract.partProofs, answer.proofs),
  bind(burdens.officeBurden, getBurden),
  bind(taskList.taskCalendar, lists.calendar),
  bind(taskList.receiveParts, lists.receiveAll),
  bind(taskList.urgeTasks, lists.urgeAll),
  bind(taskList.exportTasks, lists.startExport),
  bind(taskOut.printUrging, out.urging),
  bind(taskOut.printUrgingFull, out.urgingFull),
  bind(taskOut.exportTaskFiles, out.startFiles),
  bind(taskOut.copyTask, out.copy),
  bind(taskOut.saveTemplate, out.keepTemplate),
  bind(taskOut.listTemplates, out.templates),
];

export const tasksModule: ServerModule = {
  name: 'tasks',
  rights: tasksRights,
  tables: tasksTables,
  states: officeStates,
  subjects: { officeInvitee: isOwnInvitation },
  together: {
    officeExtension: {
      right: parts.decideExtension.access,
      agree: extension.decideTogether(true),
      return: extension.decideTogether(false),
    },
  },
  routes: [
    bind(parts.officeHome, home.home),
    bind(contract.listTasks, task.tasks),
    bind(contract.getTask, task.task),
    bind(contract.previewTask, publishing.preview),
    bind(contract.createTask, task.create),
    bind(contract.updateTask, task.update),
    bind(contract.removeTask, task.remove),
    bind(contract.publishTask, publishing.publish),
    bind(contract.publishingProgress, publishing.progress),
    bind(contract.endTask, task.end),
    bind(contract.voidTask, task.makeVoid),
    bind(contract.moveDeadline, moveDeadline),
    bind(contract.addOrgs, task.add),
    bind(contract.taskMatrix, task.matrix),
    bind(parts.listParts, part.parts),
    bind(parts.getPart, part.part),
    bind(parts.receivePart, part.receive),
    bind(parts.reportPart, part.report),
    bind(parts.withdrawPart, part.withdraw),
    bind(parts.partWorkers, part.workers),
    bind(parts.assignPart, part.assign),
    bind(parts.askExtension, extension.extend),
    bind(parts.decideExtension, extension.decideExtension),
    bind(parts.say, part.speak),
    bind(parts.decideParts, decide.decide),
    bind(more.acceptPassing, decide.acceptPassing),
    bind(parts.reopenPart, decide.reopen),
    bind(parts.voidPart, decide.makeVoid),
    bind(parts.urgeTask, home.urge),
    ...ownRoutes,
    ...outRoutes,
    ...formRoutes,
    ...meetingRoutes,
  ],
  jobs: {
    [publishing.PUBLISH_JOB]: publishing.runPublishing,
    [sheets.FORM_EXPORT]: sheets.run,
    [out.FILES_JOB]: out.runFiles,
    [lists.LIST_EXPORT]: lists.runExport,
  },
  ruleChecks: [officeRuleChecks],
  pointSources: officePointSources,
  recurring: [
    { name: 'office.sums', everySeconds: 2, run: async ({ db }) => void (await foldTallies(db)) },
    { name: 'office.sms', everySeconds: 5, run: sendUrging },
    { name: 'office.tend', everySeconds: HOUR, run: publishing.maintainTasks },
    { name: 'office.meetings', everySeconds: HOUR / 4, run: steps.remindComing },
  ],
  announce() {
    announceFiles();
    announceHandover();
    announceProofs();
    registerRecycleKind(recycledTasks);
    describeFields('officeTask', {
      title: { label: '任务名称' },
      content: { label: '任务要求' },
      kind: { label: '办理方式', values: KINDS },
      frequency: { label: '频次', values: FREQUENCIES },
      startsOn: { label: '开始日期' },
      endsOn: { label: '截止日期' },
      dueOn: { label: '截止日期' },
      dueRule: { label: '每期截止日期', values: DUE_RULES },
      dueDays: { label: '天数' },
      nilAllowed: { label: '接受零报告', yesNo: true },
      openToOthers: { label: '互相可见', yesNo: true },
      mode: { label: '发给', values: MODES },
      state: { label: '状态', values: TASK_STATES },
      targets: { label: '承办组织（个）或人员' },
      orgs: { label: '增加组织或人员' },
      circle: { label: '周期' },
      form: { label: '表样' },
      urged: { label: '催办组织（个）' },
    });
    describeFields('officePart', {
      state: { label: '状态', values: PART_STATES },
      dueOn: { label: '截止日期' },
      assignee: { label: '经办人' },
      report: { label: '办理情况' },
      orgName: { label: '承办组织' },
      watched: { label: '督办', yesNo: true },
    });
    describeFields('officeMeeting', {
      title: { label: '会议名称' },
      startsAt: { label: '开始时间' },
      endsAt: { label: '结束时间' },
      place: { label: '地点' },
      host: { label: '主持人' },
      agenda: { label: '议程' },
      state: { label: '状态', values: MEETING_STATES },
      orgName: { label: '召开组织' },
    });
  },
};
