import * as calls from '#learning/college/contract.school.ts';
import * as signingCalls from '#learning/college/contract.signing.ts';
import { CLASS_STATES } from '#learning/college/rules.school.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as school from './service/school.ts';
import * as people from './service/schoolPeople.ts';
import * as signing from './service/schoolSigning.ts';

/** The calls of 云党校. */
export const schoolRoutes = [
  bind(calls.listClasses, school.list),
  bind(calls.ownClasses, school.own),
  bind(calls.createClass, school.create),
  bind(calls.updateClass, school.update),
  bind(calls.removeClass, school.remove),
  bind(calls.stepClass, school.stepOn),
  bind(calls.classPeople, school.people),
  bind(calls.nominate, people.nominate),
  bind(calls.decidePeople, people.decide),
  bind(calls.saveLesson, people.saveLesson),
  bind(calls.removeLesson, people.removeLesson),
  bind(calls.lessonPeople, people.roll),
  bind(calls.markLesson, people.mark),
  bind(signingCalls.openSigning, signing.open),
  bind(signingCalls.lessonCode, signing.code),
  bind(signingCalls.signLesson, signing.sign),
  bind(calls.finishClass, people.finish),
  bind(calls.getClass, (ctx, { id }) => school.get(ctx, id)),
];

/** Tells the registries of the house what of this belongs to them. */
export function announceSchoolRoutes(): void {
  describeFields('schoolClass', {
    title: { label: '班名' },
    quota: { label: '名额' },
    startsOn: { label: '开始日期' },
    endsOn: { label: '结束日期' },
    needAttendance: { label: '出勤率（%）' },
    needHours: { label: '应满学时' },
    needScore: { label: '应达成绩' },
    state: { label: '状态', values: CLASS_STATES },
    nominated: { label: '推荐' },
    agreed: { label: '同意' },
    refused: { label: '未同意' },
    dropped: { label: '退出' },
    lesson: { label: '课' },
    attendance: { label: '出勤' },
    signing: { label: '签到' },
    passed: { label: '结业（人）' },
    failed: { label: '未结业（人）' },
  });
}
