import * as courseCalls from '#learning/college/contract.course.ts';
import * as testCalls from '#learning/college/contract.exam.ts';
import * as calls from '#learning/college/contract.student.ts';
import { JOB_TYPES, SUSPENDED } from '#learning/college/rules.ts';
import { announceCollege } from '#people/groups/server/index.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';

import { collegeRights } from '../rules.rights.ts';

import { collegeMatches } from './queries/matches.ts';

import { collegeStates } from './queries/waits.ts';
import { announceSchoolRoutes, schoolRoutes } from './schoolRoutes.ts';
import * as course from './service/course.ts';
import * as student from './service/student.ts';
import { exportRoster, ROSTER_EXPORT, runRosterExport } from './service/studentExport.ts';
import { studentSheets } from './service/studentSheet.ts';
import * as test from './service/test.ts';
import { collegeTables } from './tables.ts';

const routes = [
  bind(calls.listStudents, student.list),
  bind(calls.exportStudents, exportRoster),
  bind(calls.listClasses, student.classes),
  bind(calls.addStudent, student.add),
  bind(calls.editStudent, student.edit),
  bind(calls.dropStudent, student.drop),
  ...bindSheets(studentSheets, calls.STUDENT_IMPORT),
  bind(calls.previewPromotion, student.preview),
  bind(calls.promote, student.promote),
  bind(calls.listPromotions, student.listPromotions),
  bind(calls.undoPromotion, student.undoPromotion),
  bind(calls.getStudent, (ctx, { id }) => student.get(ctx, id)),
  bind(courseCalls.listCollegeCourses, course.list),
  bind(courseCalls.createCollegeCourse, course.create),
  bind(courseCalls.updateCollegeCourse, course.update),
  bind(courseCalls.courseNumbers, course.numbers),
  bind(courseCalls.ownPlace, course.place),
  bind(courseCalls.ownCollegeCourses, course.ownCourses),
  bind(courseCalls.getCollegeCourse, (ctx, { id }) => course.get(ctx, id)),
  bind(testCalls.listTests, test.list),
  bind(testCalls.createTest, test.create),
  bind(testCalls.updateTest, test.update),
  bind(testCalls.testPeople, test.people),
  bind(testCalls.testSheet, test.sheet),
  bind(testCalls.testNumbers, test.numbers),
  bind(testCalls.getTest, (ctx, { id }) => test.get(ctx, id)),
  ...schoolRoutes,
];

export const collegeModule: ServerModule = {
  name: 'college',
  rights: collegeRights,
  tables: collegeTables,
  states: collegeStates,
  subjects: { schoolPerson: ownRows('school_person') },
  routes,
  jobs: { [ROSTER_EXPORT]: runRosterExport },
  announce() {
    describeFields('collegePerson', {
      jobType: { label: '人员类别', values: JOB_TYPES },
      number: { label: '学号或工号' },
      place: { label: '班级或职务' },
      suspended: { label: '停学停职', values: SUSPENDED },
    });
    announceSchoolRoutes();
    announceCollege(collegeMatches);
  },
};
