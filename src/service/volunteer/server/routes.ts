import { recordEvidence } from '#house/server/pointEvidence.ts';
import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { binOf, registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import * as acts from '#service/volunteer/contract.acts.ts';
import * as callCalls from '#service/volunteer/contract.call.ts';
import * as feedbackCalls from '#service/volunteer/contract.feedback.ts';
import * as gradeCalls from '#service/volunteer/contract.grade.ts';
import * as groupCalls from '#service/volunteer/contract.groups.ts';
import * as hoursCalls from '#service/volunteer/contract.hours.ts';
import * as keeperCalls from '#service/volunteer/contract.keeper.ts';
import * as needCalls from '#service/volunteer/contract.need.ts';
import * as residentCalls from '#service/volunteer/contract.needPublic.ts';
import * as ownCalls from '#service/volunteer/contract.own.ts';
import * as pairCalls from '#service/volunteer/contract.pair.ts';
import * as peopleCalls from '#service/volunteer/contract.people.ts';
import * as proofCalls from '#service/volunteer/contract.proof.ts';
import * as quarterCalls from '#service/volunteer/contract.quarter.ts';
import * as signupCalls from '#service/volunteer/contract.signup.ts';
import * as contract from '#service/volunteer/contract.ts';
import { volunteerRights } from '../rules.rights.ts';
import { announceHandover } from './handover.ts';
import { eraseActivity } from './queries/activity.ts';
import { grantedFacts } from './queries/hours.ts';
import { volunteerStates } from './queries/waits.ts';
import { volunteerRuleChecks } from './ruleChecks.ts';
import * as activity from './service/activity.ts';
import * as calls from './service/calls.ts';
import * as callsOwn from './service/callsOwn.ts';
import * as feedback from './service/feedback.ts';
import * as grade from './service/grade.ts';
import * as groups from './service/groups.ts';
import * as hours from './service/hours.ts';
import * as keeper from './service/keeper.ts';
import * as need from './service/need.ts';
import * as needOwn from './service/needOwn.ts';
import * as needSeal from './service/needSeal.ts';
import * as own from './service/own.ts';
import * as pair from './service/pair.ts';
import * as pairExport from './service/pairExport.ts';
import * as people from './service/people.ts';
import { closeForgotten } from './service/presence.ts';
import * as proof from './service/proof.ts';
import * as quarter from './service/quarter.ts';
import * as seats from './service/seats.ts';
import * as signups from './service/signups.ts';
import { volunteerTables } from './tables.ts';

export const volunteerModule: ServerModule = {
  name: 'volunteer',
  rights: volunteerRights,
  tables: volunteerTables,
  states: volunteerStates,
  subjects: { serviceSignup: ownRows('service_signup') },
  routes: [
    bind(contract.listActivities, activity.activities),
    bind(contract.getActivity, activity.activity),
    bind(contract.checkOrgan, activity.hasVolunteers),
    bind(acts.createActivity, activity.create),
    bind(acts.editActivity, activity.edit),
    bind(acts.removeActivity, activity.remove),
    bind(acts.setActivity, activity.setStatus),
    bind(signupCalls.listSignups, signups.list),
    bind(signupCalls.listSigned, signups.signed),
    bind(signupCalls.auditSignups, signups.audit),
    bind(signupCalls.decideObjection, seats.decideObjection),
    bind(signupCalls.addSignups, signups.add),
    bind(signupCalls.signCode, signups.code),
    bind(signupCalls.markSignups, signups.mark),
    bind(ownCalls.openActivities, own.open),
    bind(ownCalls.openActivity, own.getActivity),
    bind(ownCalls.ownHours, own.hours),
    bind(ownCalls.signUp, own.signUp),
    bind(ownCalls.cancelSignUp, own.cancel),
    bind(ownCalls.answerOffer, seats.answerOffer),
    bind(ownCalls.answerComing, seats.answerComing),
    bind(ownCalls.objectAbsence, seats.object),
    bind(ownCalls.signIn, own.signIn),
    bind(ownCalls.signOut, own.signOut),
    bind(hoursCalls.listHours, hours.list),
    bind(hoursCalls.hoursPeople, hours.people),
    bind(hoursCalls.hoursInfo, hours.info),
    bind(hoursCalls.reportHours, hours.report),
    bind(hoursCalls.decideHours, hours.decide),
    bind(hoursCalls.correctHours, hours.correct),
    bind(peopleCalls.listVolunteers, people.list),
    bind(peopleCalls.getVolunteer, people.getVolunteer),
    bind(peopleCalls.volunteerActivities, people.parts),
    bind(peopleCalls.volunteerOrgs, people.orgs),
    bind(proofCalls.printProof, proof.print),
    bind(proofCalls.printOwnProof, proof.printOwn),
    bind(callCalls.listCalls, calls.list),
    bind(callCalls.getCall, calls.getCall),
    bind(callCalls.callPeople, calls.people),
    bind(callCalls.raiseCall, calls.raise),
    bind(callCalls.endCall, calls.end),
    bind(callCalls.markArrived, calls.arrived),
    bind(callCalls.exportCall, calls.exportCall),
    bind(callCalls.ownCalls, callsOwn.list),
    bind(callCalls.answerCall, callsOwn.answer),
    bind(feedbackCalls.listFeedback, feedback.list),
    bind(feedbackCalls.exportFeedback, feedback.exportList),
    bind(feedbackCalls.getFeedback, feedback.getFeedback),
    bind(feedbackCalls.feedbackPeople, feedback.people),
    bind(feedbackCalls.signFeedback, feedback.step),
    bind(feedbackCalls.signFeedbacks, feedback.signSome),
    bind(feedbackCalls.printFeedback, feedback.print),
    bind(gradeCalls.listGrades, grade.list),
    bind(gradeCalls.gradeMembers, grade.gradeMembers),
    bind(gradeCalls.gradeUnits, grade.gradeUnits),
    bind(quarterCalls.sumQuarters, quarter.list),
    bind(quarterCalls.chosenQuarters, quarter.chosen),
    bind(quarterCalls.quarterCadres, quarter.cadres),
    bind(quarterCalls.exportQuarters, quarter.exportQuarters),
    bind(quarterCalls.saveQuarter, quarter.save),
    bind(quarterCalls.addCadre, quarter.addCadre),
    bind(quarterCalls.endCadre, quarter.endCadre),
    bind(peopleCalls.activityCount, people.count),
    bind(peopleCalls.exportCount, people.exportCount),
    bind(groupCalls.listGroups, groups.list),
    bind(groupCalls.getGroup, groups.getGroup),
    bind(groupCalls.listPeople, groups.people),
    bind(groupCalls.saveGroup, groups.save),
    bind(groupCalls.removeGroup, groups.remove),
    bind(groupCalls.addPeople, groups.add),
    bind(groupCalls.dropPeople, groups.drop),
    bind(groupCalls.setLeader, groups.setLeader),
    bind(groupCalls.tellGroup, groups.notifyGroup),
    bind(groupCalls.exportGroup, groups.exportGroup),
    bind(keeperCalls.listKeepers, keeper.list),
    bind(keeperCalls.addKeepers, keeper.add),
    bind(keeperCalls.revokeKeeper, keeper.revoke),
    bind(keeperCalls.keptActivities, keeper.listKeptActivities),
    bind(keeperCalls.keptPeople, keeper.people),
    bind(keeperCalls.keptCode, keeper.code),
    bind(keeperCalls.keptMark, keeper.mark),
    bind(keeperCalls.keptFinish, keeper.finish),
    bind(pairCalls.listPairs, pair.list),
    bind(pairCalls.listMemberPairs, pair.ofMembers),
    bind(pairCalls.getPair, pair.getPair),
    bind(pairCalls.askPair, pair.ask),
    bind(pairCalls.setPair, pair.set),
    bind(pairCalls.addVisit, pair.addVisit),
    bind(pairCalls.strikeVisit, pair.strikeVisit),
    bind(pairCalls.revealPair, pair.reveal),
    bind(pairCalls.exportPairs, pairExport.startExport),
    bind(needCalls.listNeeds, need.list),
    bind(needCalls.getNeed, need.getNeed),
    bind(needCalls.needTakers, need.takers),
    bind(needCalls.addNeed, need.add),
    bind(needCalls.setNeed, need.setStatus),
    bind(needCalls.workNeed, need.workAsUnit),
    bind(needCalls.rateNeed, need.rate),
    bind(needCalls.talkNeed, need.talk),
    bind(needCalls.needContact, need.contact),
    bind(needCalls.needPoster, need.poster),
    bind(needCalls.openNeeds, needOwn.list),
    bind(needCalls.workOwnNeed, needOwn.work),
    bind(needCalls.ownNeedContact, needOwn.contact),
    bind(residentCalls.needPlace, needOwn.place),
    bind(residentCalls.askNeed, needOwn.ask, needOwn.admit),
    bind(residentCalls.followNeed, needOwn.follow),
    bind(residentCalls.answerNeed, needOwn.answer),
  ],
  encrypted: [
    encryptedColumn('service_pair', 'id_card_enc', pair.cardPlace),
    encryptedColumn('service_pair', 'phone_enc', pair.phonePlace),
    encryptedColumn('service_need', 'name_enc', needSeal.namePlace),
    encryptedColumn('service_need', 'phone_enc', needSeal.contactPlace),
  ],
  jobs: { [pairExport.PAIR_EXPORT]: pairExport.runExport },
  verify: { [proof.PROOF]: { read: proof.verify }, [feedback.FEEDBACK]: { read: feedback.verify } },
  recurring: [
    { name: 'service.calls', everySeconds: 20, run: calls.deliverCalls },
    { name: 'service.presence', everySeconds: 120, run: closeForgotten },
    { name: 'service.seats', everySeconds: 120, run: seats.turnSeats },
    { name: 'service.feedback', everySeconds: 1800, run: feedback.turnFeedback },
    { name: 'service.grades', everySeconds: 3600, run: grade.turnGrades },
    { name: 'service.needs', everySeconds: 600, run: needOwn.turnNeeds },
  ],
  ruleChecks: [volunteerRuleChecks],
  pointSources: [
    {
      code: hours.POINTS,
      label: '志愿服务时长',
      unit: '小时',
      link: '/service/auditHours',
      async takeUp(db) {
        const facts = await grantedFacts(db, null);
        await recordEvidence(db, facts.map(hours.toEvidence));
        return facts.length;
      },
    },
  ],
  announce() {
    activity.announceFiles();
    hours.announceUrging();
    pair.announcePairs();
    announceHandover();
    usesDictionary(POSTS, { table: 'service_activity', column: 'post', label: '志愿活动的服务岗位' });
    registerRecycleKind({
      kind: 'serviceActivity',
      label: '志愿活动草稿',
      right: 'volunteer:write',
      ...binOf('service_activity', 'org_id', 'org_code', { title: 'title', lettered: false }),
      restore: activity.restore,
      erase: (ctx, id) => eraseActivity(ctx.db, id).then(() => undefined),
    });
    describeFields('serviceKeeper', {
      state: { label: '状态' },
      days: { label: '起止日期' },
      people: { label: '人员' },
    });
    describeFields('serviceCall', {
      state: { label: '状态' },
      called: { label: '召集' },
      answers: { label: '答复' },
      arrived: { label: '到场' },
    });
    describeFields('serviceFeedback', { state: { label: '状态' } });
    describeFields('serviceNeed', {
      state: { label: '状态' },
      sentTo: { label: '派给' },
      stars: { label: '评价' },
      talk: { label: '回访' },
      revealed: { label: '查看原值' },
    });
    describeFields('serviceQuarter', {
      name: { label: '小区名称' },
      households: { label: '户数' },
      cadre: { label: '包联干部' },
    });
    describeFields('servicePair', {
      state: { label: '状态' },
      days: { label: '起止日期' },
      visit: { label: '走访' },
      revealed: { label: '查看原值' },
    });
    // What content says of groups stands; a notice to one is ours.
    describeFields('group', { told: { label: '通知' }, exported: { label: '导出' } });
    describeFields('serviceActivity', {
      status: { label: '状态' },
      title: { label: '活动名称' },
      kind: { label: '活动类型' },
      place: { label: '活动地点' },
      startsAt: { label: '开始时间' },
      endsAt: { label: '结束时间' },
      closesAt: { label: '报名截止' },
      quota: { label: '人数上限' },
      hours: { label: '服务时长' },
      audience: { label: '报名范围' },
      audited: { label: '报名需审核' },
      content: { label: '活动内容' },
      contact: { label: '联系人' },
      phone: { label: '联系电话' },
      came: { label: '到场' },
      signUp: { label: '报名' },
      signIn: { label: '签到' },
      hoursState: { label: '时长审核' },
      changed: { label: '核减' },
      orgName: { label: '发布组织' },
    });
  },
};
