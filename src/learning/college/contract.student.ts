import { z } from 'zod';
import {
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
} from '#platform/contract.ts';
import { type ImportKind, recordImportCalls } from '#platform/records/recordImport.ts';
import { GRADES, IDENTITIES, JOB_CLASSES, JOB_TYPES, SUSPENDED, TITLE_LEVELS } from './rules.ts';

/** A number that is one of the values of a list. */
export const oneOf = (words: Readonly<Record<number, string>>, sentence: string) =>
  count.pipe(z.int().refine((value) => value in words, sentence));

const jobType = oneOf(JOB_TYPES, '人员类别不正确');
const grade = oneOf(GRADES, '年级不正确');

const student = z.object({
  /** Of the person in the register. */
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  jobType: z.number(),
  number: z.string(),
  grade: z.number().nullable(),
  className: z.string(),
  jobClass: z.number().nullable(),
  titleLevel: z.number().nullable(),
  suspended: z.number(),
  identity: z.number(),
  graduatedOn: z.string().nullable(),
  version: z.number(),
});
export type Student = z.infer<typeof student>;

const filter = {
  jobType: jobType.optional(),
  grade: grade.optional(),
  /** Without those who have left. */
  atSchool: z.enum(['1'], '范围不正确').optional(),
  className: line(40, '班级').optional(),
  jobClass: oneOf(JOB_CLASSES, '在岗情况不正确').optional(),
  titleLevel: oneOf(TITLE_LEVELS, '职称不正确').optional(),
  suspended: oneOf(SUSPENDED, '停学停职不正确').optional(),
  identity: oneOf(IDENTITIES, '政治面貌不正确').optional(),
  name: line(30, '姓名').optional(),
};

export const listStudents = endpoint({
  method: 'GET',
  path: '/api/sxzy/student/listPage',
  summary: '学生和教职工：按年级、班级、职务、身份',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({
    ...page,
    ...filter,
  }),
  personal: ['name'],
  reply: rows(student),
});

export const exportStudents = endpoint({
  method: 'POST',
  path: '/api/sxzy/student/export',
  summary: '导出名册（后台任务，带水印）',
  access: 'dj:sxzy:*',
  scope: 'org',
  audit: '导出名册',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filter, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

const classRow = z.object({ grade: z.number(), className: z.string(), people: z.number() });
export type ClassRow = z.infer<typeof classRow>;

export const listClasses = endpoint({
  method: 'GET',
  path: '/api/sxzy/student/classes',
  summary: '范围内的年级和班级，各有多少学生',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({}),
  reply: data(z.object({ classes: z.array(classRow), staff: z.number() })),
});

const history = z.object({
  at: z.string(),
  by: z.string(),
  before: z.number(),
  after: z.number(),
  isUndone: z.boolean(),
});
const learnt = z.object({
  id: z.string(),
  title: z.string(),
  term: z.string(),
  /** Of a course 0 未开始, 1 学习中, 2 已完成, 3 逾期; of a test 0 待考 to 4 缺席. */
  record: z.number(),
  note: z.string(),
});
const studentDetail = student.extend({
  courses: z.array(learnt),
  tests: z.array(learnt),
  promotions: z.array(history),
  updateName: z.string(),
  updateDate: z.string(),
});
export type StudentDetail = z.infer<typeof studentDetail>;

export const getStudent = endpoint({
  method: 'GET',
  path: '/api/sxzy/student/{id}',
  summary: '一名学生或教职工：班级或职务，课程和考试，升级记录',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id }),
  reply: data(studentDetail),
});

export const studentFields = {
  jobType,
  number: line(20, '学号或工号').default(''),
  grade: optional(grade),
  className: line(40, '班级').default(''),
  jobClass: optional(oneOf(JOB_CLASSES, '在岗情况不正确')),
  titleLevel: optional(oneOf(TITLE_LEVELS, '职称不正确')),
  suspended: oneOf(SUSPENDED, '停学停职不正确').default(2),
};

const changed = () => [listStudents, listClasses, getStudent];

export const addStudent = endpoint({
  method: 'POST',
  path: '/api/sxzy/student',
  summary: '把党员库中的一人列入学生或教职工名册',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '列入学院名册',
  idempotent: true,
  input: z.object({ ...studentFields, memberId: z.string('请选择人员').min(1, '请选择人员').pipe(id) }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const editStudent = endpoint({
  method: 'PUT',
  path: '/api/sxzy/student',
  summary: '修改学生或教职工的班级、职务',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'member' },
  audit: '修改学院名册',
  idempotent: true,
  input: z.object({ ...studentFields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const dropStudent = endpoint({
  method: 'POST',
  path: '/api/sxzy/student/drop',
  summary: '移出学院名册；党员库、学过的课程和成绩不变',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'member' },
  audit: '移出学院名册',
  idempotent: true,
  input: z.object({ id, reason: required(200, '移出原因') }),
  reply: done,
  stale: changed,
});

/** People of a college as a sheet: a line is one person of the register, with class or post. */
export const STUDENT_SHEET: ImportKind = {
  kind: 'student',
  label: '学生和教职工名册',
  hint: '先在党员信息或发展党员里登记人员，再导入年级班级或职务；已在名册里的人请在名册里修改。',
};
export const STUDENT_IMPORT = recordImportCalls([STUDENT_SHEET], {
  path: '/api/sxzy/student/imports',
  of: '学生名册',
  access: 'dj:sxzy:*',
  target: 'collegeBatch',
  stale: changed,
});

const step = z.object({
  grade: z.number(),
  className: z.string(),
  after: z.number(),
  people: z.number(),
});

export const previewPromotion = endpoint({
  method: 'GET',
  path: '/api/sxzy/promotion/preview',
  summary: '升级预览：各班升到哪一级，谁不升，不写入',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      year: z.number(),
      steps: z.array(step),
      promoted: z.number(),
      graduated: z.number(),
      /** Suspended students stay in their grade. */
      suspended: z.number(),
      /** Went up this year already. */
      already: z.number(),
      /** That school year has been running for more than its first month. */
      hasBegun: z.boolean(),
    }),
  ),
});

export const promote = endpoint({
  method: 'POST',
  path: '/api/sxzy/promotion',
  summary: '学年升级：各年级升一级，三年级成为往届；可整体撤回',
  access: 'dj:sxzy:*',
  scope: 'org',
  audit: '学年升级',
  idempotent: true,
  input: z.object({
    /** As the preview said: where it is otherwise now, nothing is written. */
    promoted: z.int('请先预览').min(0),
    graduated: z.int('请先预览').min(0),
  }),
  reply: data(z.object({ id: z.string(), promoted: z.number(), graduated: z.number() })),
  stale: () => [...changed(), previewPromotion, listPromotions],
});

const promotionRow = z.object({
  id: z.string(),
  year: z.number(),
  orgName: z.string(),
  promoted: z.number(),
  graduated: z.number(),
  createdAt: z.string(),
  createdBy: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string(),
  undoReason: z.string(),
  can: z.object({ undo: z.boolean() }),
});
export type PromotionRow = z.infer<typeof promotionRow>;

export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/sxzy/promotion/listPage',
  summary: '学年升级记录',
  access: 'dj:sxzy:*',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(promotionRow),
});

export const undoPromotion = endpoint({
  method: 'POST',
  path: '/api/sxzy/promotion/undo',
  summary: '撤回学年升级：升级后没有再改过年级的人回到原年级',
  access: 'dj:sxzy:*',
  scope: 'org',
  targets: { id: 'collegePromotion' },
  audit: '撤回学年升级',
  idempotent: true,
  input: z.object({ id, reason: required(200, '撤回原因') }),
  reply: data(z.object({ restored: z.number(), kept: z.number() })),
  stale: () => [...changed(), previewPromotion, listPromotions],
});
