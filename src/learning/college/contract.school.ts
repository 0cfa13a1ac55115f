import { z } from 'zod';
import {
  count,
  data,
  date,
  done,
  endpoint,
  id,
  line,
  moment,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { MOST_NOMINATORS } from './rules.school.ts';

const [RIGHT, WRITE] = ['dj:sxzy:*', 'school:write'] as const;
const whole = (label: string, least: number, most: number) =>
  count.pipe(z.int().min(least, `${label}至少${least}`).max(most, `${label}最多${most}`));

const can = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  open: z.boolean(),
  nominate: z.boolean(),
  decide: z.boolean(),
  begin: z.boolean(),
  teach: z.boolean(),
  finish: z.boolean(),
  cancel: z.boolean(),
  reopen: z.boolean(),
});
const classRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  title: z.string(),
  place: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  nominateBy: z.string().nullable(),
  quota: z.number(),
  state: z.number(),
  learners: z.number(),
  waiting: z.number(),
  passed: z.number(),
  version: z.number(),
  can,
});
export type ClassRow = z.infer<typeof classRow>;

export const listClasses = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/listPage',
  summary: '云党校：本组织及下级办的班，和请本组织推荐学员的班',
  access: RIGHT,
  scope: 'org',
  input: z.object({
    ...page,
    state: count.pipe(z.int().min(0, '状态不正确').max(4, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(classRow),
});

const lesson = z.object({
  id: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  title: z.string(),
  teacher: z.string(),
  place: z.string(),
  minutes: z.number(),
  /** Attendance was written down. */
  isMarked: z.boolean(),
  isSigning: z.boolean(),
  present: z.number(),
});
export type Lesson = z.infer<typeof lesson>;
const named = z.array(z.object({ id: z.string(), name: z.string() }));

const classDetail = classRow.extend({
  intro: z.string(),
  central: z.boolean(),
  certificate: z.boolean(),
  courses: named,
  exam: z.object({ id: z.string(), name: z.string() }).nullable(),
  needAttendance: z.number(),
  needHours: z.number(),
  needScore: z.number(),
  endedFor: z.string(),
  finishedBy: z.string(),
  finishedAt: z.string().nullable(),
  /** Of the own scope alone for who only nominates. */
  nominators: z.array(
    z.object({ id: z.string(), name: z.string(), places: z.number(), used: z.number(), agreed: z.number() }),
  ),
  lessons: z.array(lesson),
  updateName: z.string(),
  updateDate: z.string(),
});
export type ClassDetail = z.infer<typeof classDetail>;

export const getClass = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/{id}',
  summary: '一个培训班：名额、推荐组织、课表、结业条件',
  access: RIGHT,
  scope: 'org',
  targets: { id: 'schoolClass' },
  input: z.object({ id }),
  reply: data(classDetail),
});

export const classFields = {
  title: required(40, '班名'),
  intro: text(1000, '说明').default(''),
  place: line(60, '地点').default(''),
  quota: whole('名额', 1, 2000),
  startsOn: date,
  endsOn: date,
  nominateBy: optional(date),
  central: z.boolean().default(true),
  certificate: z.boolean().default(true),
  courseIds: z.array(id).max(20, '最多20门课程').default([]),
  examId: optional(id),
  needAttendance: whole('出勤率', 0, 100).default(80),
  needHours: whole('学时', 0, 400).default(24),
  needScore: whole('成绩', 0, 100).default(60),
  orgIds: z.array(id).max(MOST_NOMINATORS, `最多${MOST_NOMINATORS}个推荐组织`).default([]),
  /** Places of each organisation that nominates. */
  places: whole('每个组织的名额', 1, 2000).default(5),
};
const targets = { courseIds: 'course[]', examId: 'exam', orgIds: 'org[]' } as const;

export const createClass = endpoint({
  method: 'POST',
  path: '/api/sxzy/school',
  summary: '新建培训班草稿',
  access: WRITE,
  scope: 'org',
  targets,
  audit: '新建培训班',
  idempotent: true,
  input: z.object(classFields),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listClasses],
});

const changed = () => [listClasses, getClass, classPeople];
const stepped = data(z.object({ version: z.number() }));
const held = { id, version: z.int() };

export const updateClass = endpoint({
  method: 'PUT',
  path: '/api/sxzy/school',
  summary: '修改没有结业的培训班；开始推荐后推荐组织只能增加',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass', ...targets },
  audit: '修改培训班',
  idempotent: true,
  input: z.object({ ...classFields, ...held }),
  reply: stepped,
  stale: changed,
});

export const removeClass = endpoint({
  method: 'DELETE',
  path: '/api/sxzy/school',
  summary: '删除培训班草稿',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '删除培训班',
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: changed,
});

export const stepClass = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/step',
  summary: '培训班开始推荐、开班、取消，或撤销结业；推荐组织收到待办',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '培训班进入下一步',
  idempotent: true,
  input: z.object({
    ...held,
    act: z.enum(['open', 'begin', 'cancel', 'reopen'], '步骤不正确'),
    reason: line(200, '原因').default(''),
  }),
  reply: stepped,
  stale: changed,
});

const people = z.array(id).min(1, '请选择人员').max(500, '一次最多500人');

export const nominate = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/nominate',
  summary: '推荐学员：不超过本组织的名额，由主办方同意；主办方自己加的随即成为学员',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass', memberIds: 'member[]' },
  audit: '推荐培训班学员',
  idempotent: true,
  input: z.object({ id, memberIds: people }),
  reply: data(z.object({ added: z.number() })),
  stale: changed,
});

export const decidePeople = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/decide',
  summary: '主办方同意或不同意推荐的学员；不同意和退出写明原因',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '审核培训班学员',
  subject: ['personIds:schoolPerson'],
  idempotent: true,
  input: z.object({
    id,
    personIds: people,
    decision: z.enum(['agree', 'refuse', 'drop'], '请选择决定'),
    reason: line(200, '原因').default(''),
  }),
  reply: data(z.object({ people: z.number() })),
  stale: changed,
});

const classPerson = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  nominator: z.string(),
  state: z.number(),
  reason: z.string(),
  lessons: z.number(),
  attended: z.number(),
  hours: z.number(),
  score: z.number().nullable(),
  /** Null: not judged yet. */
  passed: z.boolean().nullable(),
  /** What lacks now, or lacked at graduation. */
  lacks: z.string(),
});
export type ClassPerson = z.infer<typeof classPerson>;

export const classPeople = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/people',
  summary: '培训班的学员和推荐：出勤、学时、成绩，还缺什么',
  access: RIGHT,
  scope: 'org',
  targets: { id: 'schoolClass' },
  personal: ['keyWords'],
  input: z.object({
    ...page,
    id,
    state: count.pipe(z.int().min(0, '状态不正确').max(3, '状态不正确')).optional(),
    keyWords: line(20, '姓名').optional(),
  }),
  reply: rows(classPerson, { waiting: z.number(), learners: z.number() }),
});

export const saveLesson = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/lesson',
  summary: '排一次课，或修改没有登记出勤的课',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '排课',
  idempotent: true,
  input: z.object({
    id,
    lessonId: optional(id),
    title: required(60, '课程内容'),
    startsAt: moment,
    endsAt: moment,
    teacher: line(30, '授课人').default(''),
    place: line(60, '地点').default(''),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const removeLesson = endpoint({
  method: 'DELETE',
  path: '/api/sxzy/school/lesson',
  summary: '删除没有登记出勤的课',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '删除排课',
  input: z.object({ id, lessonId: id }),
  reply: done,
  stale: changed,
});

export const lessonPeople = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/lesson/people',
  summary: '一次课的出勤',
  access: RIGHT,
  scope: 'org',
  targets: { id: 'schoolClass' },
  input: z.object({ id, lessonId: id }),
  reply: data(
    z.array(
      z.object({
        memberId: z.string(),
        name: z.string(),
        orgName: z.string(),
        /** 0 未登记, 1 已到, 2 请假, 3 缺席. */
        state: z.number(),
      }),
    ),
  ),
});

export const markLesson = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/lesson/mark',
  summary: '登记一次课的出勤：请假和缺席的列出，其余已到',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '登记培训班出勤',
  idempotent: true,
  input: z.object({
    id,
    lessonId: id,
    onLeave: z.array(id).max(2000, '人数过多').default([]),
    absent: z.array(id).max(2000, '人数过多').default([]),
  }),
  reply: data(z.object({ present: z.number() })),
  stale: () => [...changed(), lessonPeople],
});

export const finishClass = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/finish',
  summary: '结业：按条件逐人判定，学时入台账，合格的批量出具学习证明；可以先预览',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '培训班结业',
  idempotent: true,
  input: z.object({ ...held, preview: z.boolean().default(false) }),
  reply: data(
    z.object({
      version: z.number(),
      passed: z.number(),
      failed: z.array(z.object({ name: z.string(), lacks: z.string() })),
      certificates: z.number(),
      /** By which the certificates are found in the list of them. */
      evidence: z.string(),
    }),
  ),
  stale: changed,
});

const ownClass = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  place: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.number(),
  personState: z.number(),
  attended: z.number(),
  hours: z.number(),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  lacks: z.string(),
  rule: z.string(),
  exam: z.object({ id: z.string(), name: z.string() }).nullable(),
  courses: named,
  lessons: z.array(lesson.omit({ isMarked: true, isSigning: true, present: true })),
});
export type OwnClass = z.infer<typeof ownClass>;

export const ownClasses = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/own',
  summary: '本人的培训班：课表、出勤、学时和结业情况',
  access: 'hours:own',
  scope: 'own',
  input: z.object({}),
  reply: data(z.array(ownClass)),
});
