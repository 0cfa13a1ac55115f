import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import {
  AUDIENCES,
  type Audience,
  CHAPTER_KINDS,
  type ChapterKind,
  isWebAddress,
  MAX_CHAPTERS,
} from './rules.course.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    hoursBatch: true;
    training: true;
    course: true;
  }
}

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);

const chapterForm = z
  .object({
    /** Of a chapter that stands: what people finished of it stays finished. */
    id: optional(id),
    kind: one<ChapterKind>(CHAPTER_KINDS, '请选择章节类型'),
    title: required(80, '章节名称'),
    sourceId: optional(id),
    url: line(500, '网址').default(''),
    note: line(200, '说明').default(''),
    minutes: count.pipe(z.int().min(0, '阅读时间不能小于0').max(600, '阅读时间最多600分钟')).default(0),
    isMust: z.boolean().default(true),
  })
  .superRefine(({ kind, sourceId, url }, issues) => {
    const own = kind === 'video' || kind === 'document' || kind === 'exam';
    if (own && !sourceId)
      issues.addIssue({ code: 'custom', path: ['sourceId'], message: `请选择${CHAPTER_KINDS[kind]}` });
    if (kind === 'link' && !isWebAddress(url))
      issues.addIssue({ code: 'custom', path: ['url'], message: '网址应以 https:// 或 http:// 开头' });
  });
export type ChapterForm = z.infer<typeof chapterForm>;

export const courseFields = {
  title: required(60, '课程名称'),
  intro: text(2000, '课程简介').default(''),
  isRequired: z.boolean().default(true),
  inOrder: z.boolean().default(true),
  endsOn: optional(date),
  /** Class hours that finishing grants, to one half. */
  hours: z.coerce
    .number<string | number>('学时应为数字')
    .min(0, '学时不能小于0')
    .max(100, '学时最多100')
    .multipleOf(0.5, '学时最小到0.5')
    .default(0),
  /** Whoever finishes it gets a 学习证明. */
  certificate: z.boolean().default(false),
  audience: one<Audience>(AUDIENCES, '请选择学习对象').default('below'),
  orgIds: z.array(id).max(200, '一次最多指定200个组织').default([]),
  memberIds: z.array(id).max(2000, '一次最多指定2000人').default([]),
  groupIds: z.array(id).max(50, '最多选50个分组').default([]),
  onlyMembers: z.boolean().default(true),
  chapters: z.array(chapterForm).max(MAX_CHAPTERS, `最多${MAX_CHAPTERS}章`).default([]),
};

const can = z.object({ edit: z.boolean(), remove: z.boolean(), publish: z.boolean(), withdraw: z.boolean() });
export const courseRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  title: z.string(),
  isRequired: z.boolean(),
  chapters: z.number(),
  endsOn: z.string().nullable(),
  /** Class hours. */
  hours: z.number(),
  state: z.number(),
  people: z.number(),
  finished: z.number(),
  publishedAt: z.string().nullable(),
  version: z.number(),
  can,
});
export type CourseRow = z.infer<typeof courseRow>;

export const listCourses = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/listPage',
  summary: '课程管理：本组织及下级的课程',
  access: 'edu:write',
  scope: 'org',
  input: z.object({
    ...page,
    state: count.pipe(z.int().min(0, '状态不正确').max(2, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(courseRow),
});

const named = z.array(z.object({ id: z.string(), name: z.string() }));
export const courseDetail = courseRow.omit({ chapters: true }).extend({
  intro: z.string(),
  inOrder: z.boolean(),
  certificate: z.boolean(),
  audience: z.string(),
  orgs: named,
  members: named,
  groups: named,
  onlyMembers: z.boolean(),
  withdrawnFor: z.string(),
  publishedBy: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
  chapters: z.array(
    z.object({
      id: z.string(),
      kind: one<ChapterKind>(CHAPTER_KINDS, '章节类型不正确'),
      title: z.string(),
      sourceId: z.string().nullable(),
      /** What it leads to, and whether learners can open it now. */
      sourceName: z.string(),
      isGone: z.boolean(),
      url: z.string(),
      note: z.string(),
      minutes: z.number(),
      isMust: z.boolean(),
      /** So many people have finished it. */
      finished: z.number(),
    }),
  ),
});
export type CourseDetail = z.infer<typeof courseDetail>;

export const getCourse = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/{id}',
  summary: '一门课程，供组织学习的人',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  input: z.object({ id }),
  reply: data(courseDetail),
});

const targets = { orgIds: 'org[]', memberIds: 'member[]', groupIds: 'group[]' } as const;

export const createCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course',
  summary: '新增课程草稿',
  access: 'edu:write',
  scope: 'org',
  targets: { orgId: 'org', ...targets },
  audit: '新增课程',
  idempotent: true,
  input: z.object({ ...courseFields, orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listCourses],
});

export const updateCourse = endpoint({
  method: 'PUT',
  path: '/api/zhjy/course',
  summary: '修改没有发布或已下架的课程',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course', ...targets },
  audit: '修改课程',
  idempotent: true,
  input: z.object({ ...courseFields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listCourses, getCourse],
});

export const removeCourse = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/course',
  summary: '删除没有发布的课程',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '删除课程',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listCourses, getCourse],
});

const stepped = data(z.object({ version: z.number(), people: z.number() }));

export const publishCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/publish',
  summary: '发布课程：必修的定下学员，发通知和待办',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '发布课程',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: stepped,
  stale: () => [listCourses, getCourse, followCourse],
});

export const withdrawCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/withdraw',
  summary: '下架课程：学过的和学时都保留',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '下架课程',
  asks: {},
  input: z.object({ id, reason: required(200, '下架原因') }),
  reply: stepped,
  stale: () => [listCourses, getCourse],
});

const followRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  isOwn: z.boolean(),
  /** 0 未开始, 1 学习中, 2 已完成, 3 逾期. */
  record: z.number(),
  done: z.number(),
  musts: z.number(),
  /** Ids of the chapters that are finished. */
  chapterIds: z.array(z.string()),
  lastAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  urgedAt: z.string().nullable(),
});
export type CourseFollowRow = z.infer<typeof followRow>;

const followFilter = {
  record: count.pipe(z.int().min(0, '状态不正确').max(3, '状态不正确')).optional(),
  name: line(30, '姓名').optional(),
};

export const followCourse = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/follow/listPage',
  summary: '课程跟踪：谁没开始、学到哪里、谁逾期',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  input: z.object({ ...page, id, ...followFilter }),
  personal: ['name'],
  reply: rows(followRow, { records: z.record(z.string(), z.number()) }),
});

const followOrgRow = z.object({
  id: z.string(),
  name: z.string(),
  people: z.number(),
  begun: z.number(),
  finished: z.number(),
  late: z.number(),
  percent: z.number(),
});
export type CourseOrgRow = z.infer<typeof followOrgRow>;

export const followCourseOrgs = endpoint({
  method: 'GET',
  path: '/api/zhjy/course/follow/orgs',
  summary: '课程跟踪：各支部的完成情况',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  input: z.object({ ...page, id }),
  reply: rows(followOrgRow),
});

export const urgeCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/urge',
  summary: '催学：只提醒还没有学完的人，每天最多一次',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '催促课程学习',
  asks: {},
  input: z.object({ id }),
  reply: data(z.object({ people: z.number() })),
  stale: () => [followCourse],
});

export const tickLive = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/live',
  summary: '登记或更正集中学习的到课',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '登记集中学习',
  subject: ['personIds:coursePerson'],
  idempotent: true,
  input: z.object({
    id,
    chapterId: id,
    personIds: z.array(id).min(1, '请选择人员').max(500, '一次最多500人'),
    isPresent: z.boolean(),
    reason: line(200, '原因').default(''),
  }),
  reply: data(z.object({ people: z.number() })),
  stale: () => [followCourse, followCourseOrgs, getCourse, listCourses],
});

export const exportCourse = endpoint({
  method: 'POST',
  path: '/api/zhjy/course/export',
  summary: '导出课程学习情况（后台任务，带水印）',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'course' },
  audit: '导出课程学习情况',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ id, ...followFilter, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
