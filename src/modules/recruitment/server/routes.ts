import * as meetings from '#modules/recruitment/contract.meeting.ts';
import * as acts from '#modules/recruitment/contract.steps.ts';
import * as contract from '#modules/recruitment/contract.ts';
import { STEP_STATES } from '#modules/recruitment/rules/path.ts';
import { describeFields } from '#platform/server/auditFields.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as decisions from './service/decide.ts';
import * as files from './service/files.ts';
import * as meeting from './service/meeting.ts';
import * as publicity from './service/publicity.ts';
import * as read from './service/read.ts';
import * as steps from './service/steps.ts';

files.announceFiles();
describeFields('developmentFile', {
  step: { label: '步骤' },
  state: { label: '状态', values: STEP_STATES },
  paper: { label: '材料' },
  note: { label: '登记' },
  meeting: { label: '会议' },
  publicity: { label: '公示' },
  ending: { label: '结束', values: { stopped: '终止培养', withdrawn: '本人撤回', died: '死亡' } },
});

export const recruitmentModule: ServerModule = {
  name: 'recruitment',
  contract: [...contract.fileContract, ...acts.stepContract, ...meetings.meetingContract],
  routes: [
    bind(contract.listFiles, read.files),
    bind(contract.overview, read.overview),
    bind(contract.getFile, (ctx, { id }) => read.file(ctx, id)),
    bind(acts.submitStep, steps.submit),
    bind(acts.withdrawStep, steps.withdraw),
    bind(acts.decideStep, decisions.decide),
    bind(acts.handPaper, steps.hand),
    bind(acts.reviewPaper, decisions.review),
    bind(acts.addNote, files.addNote),
    bind(acts.endFile, files.end),
    bind(acts.listCandidates, files.choices),
    bind(meetings.listMeetings, meeting.meetings),
    bind(meetings.dueVoters, meeting.due),
    bind(meetings.getMeeting, (ctx, { id }) => meeting.meeting(ctx, id)),
    bind(meetings.addMeeting, meeting.addMeeting),
    bind(meetings.startPublicity, publicity.start),
    bind(meetings.endPublicity, publicity.end),
    bind(meetings.publicPublicity, (ctx, { code }) => publicity.publicPage(ctx, code)),
  ],
};
