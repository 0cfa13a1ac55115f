import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  endpoint,
  flag,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { DUE_RULES, type DueRule, FREQUENCIES, type Frequency, KINDS, type Kind, MODES, type Mode } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    officeTask: true;
    officePart: true;
    officeMeeting: true;
    officeInvitee: true;
  }
}

export const MAX_FILES = 10;

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
const numbered = <T extends number>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.coerce.number<string | number>(sentence).refine((value): value is T => value in values, sentence);

const bound = count.pipe(z.int().min(0, '请填写0至100000').max(100_000, '请填写0至100000'));

/** What the form of a task holds. The lists of organisations and files are joined by commas there. */
export const taskFields = {
  title: required(60, '任务名称'),
  content: text(4000, '任务要求').refine((value) => value !== '', '请输入任务要求'),
  kind: numbered<Kind>(KINDS, '请选择办理方式'),
  frequency: numbered<Frequency>(FREQUENCIES, '请选择频次'),
  startsOn: date,
  endsOn: date,
  dueRule: one<DueRule>(DUE_RULES, '请选择每期截止日期').default('end'),
  dueDays: count.pipe(z.int().min(0, '请填写1至31的天数').max(31, '请填写1至31的天数')).default(0),
  nilAllowed: flag.default(false),
  openToOthers: flag.default(false),
  mode: one<Mode>(MODES, '请选择发给谁'),
  /** Types of organisations that are meant; empty: all. */
  types: z.array(z.int()).max(20).default([]),
  /** 按条件: levels below the giver; empty: all. Members of the subtree, at least and at most. */
  levels: z.array(z.int().min(1).max(4)).max(4).default([]),
  minMembers: optional(bound).default(null),
  maxMembers: optional(bound).default(null),
  orgIds: z.array(id).max(1000, '一次最多指定1000个组织').default([]),
  memberIds: z.array(id).max(1000, '一次最多指定1000人').default([]),
  groupIds: z.array(id).max(50, '一次最多指定50个分组').default([]),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
    .max(MAX_FILES, `附件最多${MAX_FILES}个`)
    .default([]),
};

const progress = {
  /** Parts that are not void, those of them that are completed, and those that wait for the giver. */
  live: z.number(),
  completed: z.number(),
  /** Of parts that were handed on: what is done of them below, added up. */
  partly: z.number(),
  reported: z.number(),
  overdue: z.number(),
  /** 0 to 1. */
  progress: z.number(),
};

export const taskRow = z.object({
  id: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kind: z.number(),
  kindName: z.string(),
  frequency: z.number(),
  frequencyName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.number(),
  stateName: z.string(),
  targets: z.number(),
  /** To people, and not to organisations. */
  isToPeople: z.boolean(),
  ...progress,
  createdBy: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), end: z.boolean(), void: z.boolean(), urge: z.boolean() }),
});
export type TaskRow = z.infer<typeof taskRow>;

export const TASK_VIEWS = { given: '我发布的', below: '下级任务' } as const;
export type TaskView = keyof typeof TASK_VIEWS;
export const PART_VIEWS = { received: '我收到的', handled: '我办理的' } as const;
export type PartView = keyof typeof PART_VIEWS;

const circle = z.object({
  id: z.string(),
  label: z.string(),
  startsOn: z.string(),
  dueOn: z.string(),
  live: z.number(),
  completed: z.number(),
  /** Of parts that were handed on: what is done of them below, added up. */
  partly: z.number(),
  reported: z.number(),
  overdue: z.number(),
});

export const taskDetail = taskRow.extend({
  content: z.string(),
  dueRule: z.string(),
  dueDays: z.number(),
  nilAllowed: z.boolean(),
  openToOthers: z.boolean(),
  mode: z.string(),
  types: z.array(z.number()),
  levels: z.array(z.number()),
  minMembers: z.number().nullable(),
  maxMembers: z.number().nullable(),
  orgs: z.array(z.object({ id: z.string(), name: z.string() })),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  files: z.array(uploadedFile),
  reason: z.string(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string(),
  updateName: z.string(),
  parent: z.object({ taskId: z.string(), circleId: z.string(), title: z.string(), dueOn: z.string() }).nullable(),
  circles: z.array(circle),
  /** The own organisation gave it. */
  isOwn: z.boolean(),
  /** The own part, cycle by cycle; empty where the own organisation got none. */
  own: z.array(z.object({ circleId: z.string(), partId: z.string(), state: z.number() })),
});
export type TaskDetail = z.infer<typeof taskDetail>;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/listPage',
  summary: '工作任务：我发布的、下级发布的',
  access: 'task:read',
  scope: 'org',
  input: z.object({
    ...page,
    view: one<TaskView>(TASK_VIEWS, '视图不正确').default('given'),
    state: count.optional(),
    /** Running ones with something to accept, or with something overdue. */
    only: z.enum(['reported', 'overdue'], '视图不正确').optional(),
    keyWords: line(60, '任务名称').optional(),
  }),
  reply: rows(taskRow),
});

export const getTask = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/{id}',
  summary: '一项任务：要求、周期、进度',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  input: z.object({ id }),
  reply: data(taskDetail),
});

/** What publishing would do. */
export const previewTask = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/preview/{id}',
  summary: '任务预览：发给谁、每期的日期、需要留意的',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  input: z.object({ id }),
  reply: data(
    z.object({
      total: z.number(),
      /** The first of them, in the order of the tree; of people the type is their organisation. */
      orgs: z.array(z.object({ id: z.string(), name: z.string(), typeName: z.string() })),
      circles: z.array(z.object({ label: z.string(), startsOn: z.string(), dueOn: z.string() })),
      /** Columns that another collection has already: how many can be taken over yet, and which are. */
      quote: z.object({ can: z.number(), done: z.array(z.string()) }),
      /** What is amiss, each as a sentence. */
      warnings: z.array(z.string()),
      /** Without these it cannot be published. */
      faults: z.array(z.string()),
    }),
  ),
});
/** Organisations that the preview names. */
export const PREVIEWED = 200;

export const createTask = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask',
  summary: '新增任务草稿；给了上级任务的周期，就是分解',
  access: 'task:give',
  scope: 'org',
  targets: { orgIds: 'org[]', memberIds: 'member[]', groupIds: 'group[]', parentTaskID: 'officeTask' },
  audit: '新增任务',
  idempotent: true,
  input: z.object({ ...taskFields, parentTaskID: id.optional(), parentCircleID: id.optional() }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTasks],
});

export const updateTask = endpoint({
  method: 'PUT',
  path: '/api/dwbg/affairsTask',
  summary: '修改任务草稿',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask', orgIds: 'org[]', memberIds: 'member[]', groupIds: 'group[]' },
  audit: '修改任务',
  idempotent: true,
  input: z.object({ id, version: z.int(), ...taskFields }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTasks, getTask, previewTask],
});

export const removeTask = endpoint({
  method: 'DELETE',
  path: '/api/dwbg/affairsTask',
  summary: '删除没有发布过的任务草稿',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '删除任务',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listTasks, getTask],
});

export const publishTask = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/publish',
  summary: '发布任务（后台任务，可以续办，不会重复下发）',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '发布任务',
  asks: {},
  idempotent: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ jobId: z.string(), total: z.number() })),
  stale: () => [listTasks, getTask],
});

/** Named by the specification. */
export const publishingProgress = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/getCreateTaskListProgress',
  summary: '任务下发的进度',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      /** Organisations. */
      total: z.number(),
      done: z.number(),
      failed: z.number(),
      state: z.number(),
      message: z.string(),
    }),
  ),
});

export const endTask = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/end',
  summary: '结束任务：不再催办，已上报的保留',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '结束任务',
  idempotent: true,
  input: z.object({ id, version: z.int(), reason: text(200, '说明').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTasks, getTask],
});

export const voidTask = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/void',
  summary: '作废任务：没有完成的办理件一并作废，通知各组织',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '作废任务',
  idempotent: true,
  input: z.object({ id, version: z.int(), reason: required(200, '作废原因') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTasks, getTask],
});

export const moveDeadline = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/deadline',
  summary: '调整一期的截止日期：通知这一期的所有组织和人员，分解的任务一并提前',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '调整任务截止日期',
  asks: {},
  idempotent: true,
  input: z.object({ id, circleId: id, version: z.int(), dueOn: date, reason: required(200, '调整原因') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTasks, getTask],
});

export const addOrgs = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/orgs',
  summary: '增加承办组织或人员：没有结束的周期下发给他们',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask', orgIds: 'org[]', memberIds: 'member[]' },
  audit: '增加承办组织',
  asks: {},
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    orgIds: z.array(id).max(1000, '一次最多1000个组织').default([]),
    memberIds: z.array(id).max(1000, '一次最多1000人').default([]),
  }),
  reply: data(z.object({ added: z.number() })),
  stale: () => [listTasks, getTask],
});

export const matrixCell = z.object({
  circleId: z.string(),
  partId: z.string(),
  state: z.number(),
  isLate: z.boolean(),
  isOverdue: z.boolean(),
  isWatched: z.boolean(),
});

export const taskMatrix = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/matrix',
  summary: '组织×周期：每个组织每一期办得怎样',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  personal: ['keyWords'],
  input: z.object({
    ...page,
    id,
    keyWords: line(60, '组织名称').optional(),
    only: z.enum(['all', 'overdue', 'reported', 'watched'], '视图不正确').default('all'),
  }),
  reply: rows(
    z.object({
      /** Of the organisation, or of the person. */
      id: z.string(),
      name: z.string(),
      /** Of a person; empty where the row is an organisation. */
      orgName: z.string(),
      completed: z.number(),
      live: z.number(),
      /** Of parts that were handed on: what is done of them below, added up. */
      partly: z.number(),
      cells: z.array(matrixCell),
    }),
  ),
});
