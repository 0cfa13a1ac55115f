import { orgBin } from '#house/server/orgBin.ts';
import * as courseCalls from '#learning/course/contract.course.ts';
import * as learnCalls from '#learning/course/contract.learn.ts';
import * as trainings from '#learning/course/contract.training.ts';
import { AUDIENCES, STATES } from '#learning/course/rules.course.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { courseStates } from './queries/waits.ts';
import * as courses from './service/courses.ts';
import * as follow from './service/follow.ts';
import * as learn from './service/learn.ts';
import { maintainCourses } from './service/progress.ts';
import * as training from './service/training.ts';
import { trainingSheets } from './service/trainingSheet.ts';
import { courseTables } from './tables.ts';

const FIVE_MINUTES = 300;

const routes = [
  bind(trainings.listTrainings, training.list),
  bind(trainings.getTraining, (ctx, { id }) => training.get(ctx, id)),
  bind(trainings.trainingPeople, training.people),
  bind(trainings.addTraining, training.add),
  bind(trainings.editTraining, training.edit),
  bind(trainings.addTrainingPeople, training.addPeople),
  bind(trainings.removeTrainingPerson, training.removePerson),
  bind(trainings.withdrawTraining, training.withdraw),
  ...bindSheets(trainingSheets, trainings.HOURS_IMPORT),
  bind(courseCalls.listCourses, courses.list),
  bind(courseCalls.createCourse, courses.create),
  bind(courseCalls.updateCourse, courses.update),
  bind(courseCalls.removeCourse, courses.remove),
  bind(courseCalls.publishCourse, courses.publish),
  bind(courseCalls.withdrawCourse, courses.withdraw),
  bind(courseCalls.followCourse, follow.people),
  bind(courseCalls.followCourseOrgs, follow.orgs),
  bind(courseCalls.urgeCourse, follow.urge),
  bind(courseCalls.tickLive, follow.tickLive),
  bind(courseCalls.exportCourse, follow.startExport),
  bind(learnCalls.ownCourses, learn.list),
  bind(learnCalls.viewOwnCourse, (ctx, { id }) => learn.view(ctx, id)),
  bind(learnCalls.enrolCourse, learn.enrol),
  bind(learnCalls.openChapter, learn.open),
  bind(courseCalls.getCourse, (ctx, { id }) => courses.get(ctx, id)),
];

export const courseModule: ServerModule = {
  name: 'course',
  tables: courseTables,
  states: courseStates,
  subjects: { training: ownRows('learning_training_person', 'training_id'), coursePerson: ownRows('course_person') },
  routes,
  jobs: { [follow.COURSE_EXPORT]: follow.runExport },
  recurring: [{ name: 'course.tend', everySeconds: FIVE_MINUTES, run: maintainCourses }],
  announce() {
    training.announceTrainingFiles();
    registerRecycleKind(orgBin({ kind: 'course', label: '课程', right: 'edu:write', table: 'course', title: 'title' }));
    describeFields('course', {
      title: { label: '课程名称' },
      isRequired: { label: '必修', yesNo: true },
      audience: { label: '学习对象', values: { ...AUDIENCES, college: '学院师生' } },
      endsOn: { label: '截止日期' },
      minutes: { label: '学时（分钟）' },
      certificate: { label: '学完发学习证明', yesNo: true },
      chapters: { label: '章节' },
      state: { label: '状态', values: STATES },
      people: { label: '学员（人）' },
      urged: { label: '催学（人）' },
      present: { label: '登记到课' },
      absent: { label: '更正到课' },
      exported: { label: '导出' },
      enrolled: { label: '选修', yesNo: true },
    });
  },
};
