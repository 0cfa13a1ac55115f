import type { WebModule } from '#platform/web/module.ts';
import { collegeRights } from '../rules.rights.ts';
import { COLLEGE } from '../rules.ts';
import { schoolPages } from './schoolPages.ts';

const STUDENTS = ['学生管理', COLLEGE.students] as const;
const IMPORTS = ['导入名册', COLLEGE.imports] as const;
const COURSES = ['课程管理', COLLEGE.courses] as const;
const TESTS = ['学院考试', COLLEGE.tests] as const;
const desk = { permission: 'dj:sxzy:*', folded: true } as const;

export const collegePages: WebModule = {
  name: 'college',
  rights: collegeRights,
  tabs: [
    { title: '云党校', path: '/education/cloudParty', keys: 'hours:own,dj:sxzy:*', worker: ['学习教育', 90] },
    { title: '学生管理', path: '/studentManage', keys: 'dj:sxzy:*', worker: ['党员', 45] },
    { title: '在线学习', path: '/education/learning', keys: 'dj:zhjy', worker: ['学习教育', 22] },
    { title: '课程管理', path: '/education/courseManage', keys: 'dj:sxzy:*', worker: ['学习教育', 24] },
    { title: '学习统计', path: '/education/statisticalLearning', keys: 'dj:sxzy:*', worker: ['学习教育', 26] },
    { title: '学院考试', path: '/education/testCenterSxzy', keys: 'dj:sxzy:*', worker: ['学习教育', 42] },
    { title: '考试统计', path: '/education/testStatistics', keys: 'dj:sxzy:*', worker: ['学习教育', 44] },
  ],
  routes: [
    { ...desk, path: COLLEGE.students, title: '学生管理', load: () => import('./StudentManage.tsx') },
    {
      ...desk,
      path: COLLEGE.student(':id'),
      title: '学生详情',
      crumbs: [STUDENTS],
      load: () => import('./StudentView.tsx'),
    },
    { ...desk, path: COLLEGE.imports, title: '导入名册', crumbs: [STUDENTS], load: () => import('./ImportSheets.tsx') },
    {
      ...desk,
      path: `${COLLEGE.imports}/:id`,
      title: '校验名册',
      crumbs: [STUDENTS, IMPORTS],
      load: () => import('./ImportSheet.tsx'),
    },
    { ...desk, path: COLLEGE.promotion, title: '学年升级', crumbs: [STUDENTS], load: () => import('./Promotion.tsx') },
    { ...desk, path: COLLEGE.courses, title: '课程管理', load: () => import('./CourseManage.tsx') },
    { ...desk, path: COLLEGE.course, title: '课程详情', crumbs: [COURSES], load: () => import('./CourseView.tsx') },
    {
      ...desk,
      path: COLLEGE.courseForm,
      title: '编辑课程',
      permission: 'edu:write',
      crumbs: [COURSES],
      load: () => import('./CourseForm.tsx'),
    },
    {
      ...desk,
      path: COLLEGE.courseNumbers,
      title: '学习统计',
      crumbs: [COURSES],
      load: () => import('./CourseNumbers.tsx'),
    },
    { path: COLLEGE.learning, title: '在线学习', permission: 'dj:zhjy', load: () => import('./Learning.tsx') },
    { ...desk, path: COLLEGE.tests, title: '学院考试', load: () => import('./TestCentre.tsx') },
    { ...desk, path: COLLEGE.test, title: '考试详情', crumbs: [TESTS], load: () => import('./TestView.tsx') },
    {
      ...desk,
      path: COLLEGE.testForm,
      title: '新建考试',
      permission: 'exam:write',
      crumbs: [TESTS],
      load: () => import('./TestForm.tsx'),
    },
    {
      ...desk,
      path: COLLEGE.sheet,
      title: '答卷详情',
      permission: 'exam:write',
      crumbs: [TESTS],
      load: () => import('./TestSheet.tsx'),
    },
    { ...desk, path: COLLEGE.testNumbers, title: '考试统计', crumbs: [TESTS], load: () => import('./TestNumbers.tsx') },
    ...schoolPages,
  ],
};
