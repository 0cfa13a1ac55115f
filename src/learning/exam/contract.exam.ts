import { z } from 'zod';
import {
  binReason,
  count,
  data,
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
import { AUDIENCES, type Audience, COUNTS, SHOWS } from './rules.ts';

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
const minutes = (most: number, label: string) =>
  count.pipe(z.int().min(0, `${label}不能小于0`).max(most, `${label}不能超过${most}`));

export const examFields = {
  title: required(60, '考试名称'),
  remark: text(1000, '考试说明').default(''),
  paperId: z.string('请选择试卷').min(1, '请选择试卷').pipe(id),
  opensAt: moment,
  closesAt: moment,
  minutes: minutes(600, '考试时长').refine((value) => value > 0, '请填写考试时长'),
  /** Nobody begins later after the opening; empty: until it closes. */
  lateMinutes: optional(minutes(1440, '迟到限制')),
  earlyMinutes: minutes(600, '最早交卷').default(0),
  attempts: count.pipe(z.int().min(1, '至少可以考1次').max(20, '最多考20次')).default(1),
  counts: one(COUNTS, '请选择取分方式').default('best'),
  passPercent: count.pipe(z.int().min(0, '及格线应为0到100').max(100, '及格线应为0到100')).default(60),
  mixQuestions: z.boolean().default(true),
  mixOptions: z.boolean().default(true),
  shows: one(SHOWS, '请选择公布内容').default('answers'),
  leaveLimit: count.pipe(z.int().min(0, '切屏次数不能小于0').max(50, '切屏次数最多50')).default(0),
  leaveHandsIn: z.boolean().default(false),
  /** 双评: points that two markers may lie apart, in points to one half; empty: one marker. */
  doubleGap: optional(
    z.coerce
      .number<string | number>('分差应为数字')
      .min(0, '分差不能小于0')
      .max(100, '分差最多100分')
      .multipleOf(0.5, '分差最小到0.5分'),
  ),
  /** Sat on paper: nobody begins it here, scores come in by sheet. */
  onPaper: z.boolean().default(false),
  /** Class hours that passing grants, to one half. */
  hours: z.coerce
    .number<string | number>('学时应为数字')
    .min(0, '学时不能小于0')
    .max(40, '学时最多40')
    .multipleOf(0.5, '学时最小到0.5')
    .default(0),
  /** Whoever passed gets a 学习证明 with the results. */
  certificate: z.boolean().default(false),
  audience: one<Audience>(AUDIENCES, '请选择考试对象').default('below'),
  orgIds: z.array(id).max(200, '一次最多指定200个组织').default([]),
  memberIds: z.array(id).max(2000, '一次最多指定2000人').default([]),
  groupIds: z.array(id).max(50, '最多选50个分组').default([]),
  queryId: optional(id),
  makeUpOf: optional(id),
  /** False: 入党申请人, 积极分子 and 发展对象 as well. */
  onlyMembers: z.boolean().default(true),
};
export const examForm = z.object(examFields);

const can = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  publish: z.boolean(),
  withdraw: z.boolean(),
  results: z.boolean(),
  mark: z.boolean(),
});
export const examRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  title: z.string(),
  paperId: z.string(),
  paperName: z.string(),
  /** In half points. */
  total: z.number(),
  opensAt: z.string(),
  closesAt: z.string(),
  minutes: z.number(),
  state: z.number(),
  /** 0 未开始, 1 进行中, 2 已结束, by the database's clock. */
  phase: z.number(),
  resultsAt: z.string().nullable(),
  people: z.number(),
  sat: z.number(),
  waiting: z.number(),
  version: z.number(),
  can,
});
export type ExamRow = z.infer<typeof examRow>;

export const listExams = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/listPage',
  summary: '考试列表：本组织及下级的考试',
  access: 'exam:write',
  scope: 'org',
  input: z.object({
    ...page,
    state: count.pipe(z.int().min(0, '状态不正确').max(2, '状态不正确')).optional(),
    phase: count.pipe(z.int().min(0, '阶段不正确').max(2, '阶段不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(examRow),
});

const named = z.array(z.object({ id: z.string(), name: z.string() }));
export const examDetail = examRow.extend({
  remark: z.string(),
  lateMinutes: z.number().nullable(),
  earlyMinutes: z.number(),
  attempts: z.number(),
  counts: z.string(),
  passPercent: z.number(),
  mixQuestions: z.boolean(),
  mixOptions: z.boolean(),
  shows: z.string(),
  leaveLimit: z.number(),
  leaveHandsIn: z.boolean(),
  doubleGap: z.number().nullable(),
  hours: z.number(),
  certificate: z.boolean(),
  onPaper: z.boolean(),
  audience: z.string(),
  orgs: named,
  members: named,
  groups: named,
  queryId: z.string().nullable(),
  makeUpOf: z.string().nullable(),
  makeUpTitle: z.string(),
  onlyMembers: z.boolean(),
  withdrawnFor: z.string(),
  /** Times that the server was away, given back to so many who sat. */
  outages: z.array(z.object({ from: z.string(), until: z.string(), people: z.number() })),
  publishedBy: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type ExamDetail = z.infer<typeof examDetail>;

export const getExam = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/{id}',
  summary: '一场考试，供组织考试的人',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  input: z.object({ id }),
  reply: data(examDetail),
});

const targets = { paperId: 'examPaper', orgIds: 'org[]', memberIds: 'member[]', groupIds: 'group[]' } as const;

export const createExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam',
  summary: '新增考试草稿',
  access: 'exam:write',
  scope: 'org',
  targets: { orgId: 'org', ...targets },
  audit: '新增考试',
  idempotent: true,
  input: examForm.extend({ orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listExams],
});

export const updateExam = endpoint({
  method: 'PUT',
  path: '/api/zhjy/exam',
  summary: '修改考试草稿',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam', ...targets },
  audit: '修改考试',
  idempotent: true,
  input: examForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listExams, getExam],
});

export const removeExam = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/exam',
  summary: '删除没有发布过的考试',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '删除考试',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listExams, getExam],
});

const stepped = data(z.object({ version: z.number(), people: z.number() }));

export const publishExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/publish',
  summary: '发布考试：固定试卷，定下考生，发通知和待办',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '发布考试',
  asks: { always: true, note: '发布后试卷固定；有人开考以后不能撤回。' },
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: stepped,
  stale: () => [listExams, getExam],
});

export const withdrawExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/withdraw',
  summary: '撤回没有人开考的考试',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '撤回考试',
  asks: {},
  input: z.object({ id, reason: required(200, '撤回原因') }),
  reply: stepped,
  stale: () => [listExams, getExam],
});

export const publishResults = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/results',
  summary: '公布成绩：考试结束或全部考生交卷，并全部阅完之后，通知参加的人',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '公布考试成绩',
  asks: { note: '公布后考生看得到成绩和答案，不能收回。' },
  input: z.object({ id }),
  reply: stepped,
  stale: () => [listExams, getExam, followExam],
});

const followRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** 0 待考, 1 考试中, 2 待阅卷, 3 已完成, 4 缺席. */
  record: z.number(),
  attempts: z.number(),
  startedAt: z.string().nullable(),
  deadline: z.string().nullable(),
  handedAt: z.string().nullable(),
  handedBy: z.string(),
  savedAt: z.string().nullable(),
  answered: z.number(),
  questions: z.number(),
  leaves: z.number(),
  score: z.number().nullable(),
  total: z.number().nullable(),
  passed: z.boolean().nullable(),
  extraMinutes: z.number(),
  extraAttempts: z.number(),
});
export type FollowRow = z.infer<typeof followRow>;

export const followExam = endpoint({
  method: 'GET',
  path: '/api/zhjy/exam/follow/listPage',
  summary: '考试跟踪：谁在考、保存到几点、谁离开过、谁缺席',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  input: z.object({
    ...page,
    id,
    record: count.pipe(z.int().min(0, '状态不正确').max(4, '状态不正确')).optional(),
    name: line(30, '姓名').optional(),
  }),
  personal: ['name'],
  reply: rows(followRow, { records: z.record(z.string(), z.number()) }),
});

export const urgeExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/urge',
  summary: '催考：只提醒还没有交卷的人，每小时最多一次',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '催促考试',
  asks: {},
  input: z.object({ id }),
  reply: data(z.object({ people: z.number() })),
  stale: () => [followExam],
});

export const grantExtra = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/extra',
  summary: '给一名考生加时或再考一次，写明原因',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '考试加时或加次数',
  subject: ['personId:examPerson'],
  idempotent: true,
  input: z.object({
    id,
    personId: id,
    minutes: minutes(300, '加时').default(0),
    attempts: count.pipe(z.int().min(0, '次数不能小于0').max(5, '一次最多加5次')).default(0),
    reason: required(200, '原因'),
  }),
  reply: done,
  stale: () => [followExam],
});

export const giveBack = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/giveBack',
  summary: '补回中断的时间：正在考的人一起加时',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '补回考试中断时间',
  subject: ['id:exam'],
  idempotent: true,
  input: z.object({
    id,
    minutes: minutes(240, '分钟数').refine((value) => value > 0, '请填写分钟数'),
    reason: required(200, '原因'),
  }),
  reply: data(z.object({ people: z.number() })),
  stale: () => [followExam, getExam, listExams],
});
