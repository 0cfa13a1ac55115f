import { z } from 'zod';
import {
  count,
  data,
  date,
  done,
  endpoint,
  id,
  line,
  page,
  required,
  rows,
  text,
  yearFrom,
} from '#platform/contract.ts';
import { keyOf, numberOf, points } from './contract.ts';
import { PLAN_STATES, PLAN_STEPS, type PlanState, type PlanStep, SCOPE_MODES, type ScopeMode } from './rules.ts';

const planRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  year: z.number(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.number(),
  stateName: z.string(),
  items: z.number(),
  /** Sum of the maxima, hundredths. */
  points: z.number(),
  /** Assessed organisations within the scope. */
  targets: z.number(),
  /** Of what is to be handed in by them: all, handed in, decided, and refused or late. */
  cells: z.number(),
  submitted: z.number(),
  reviewed: z.number(),
  late: z.number(),
  noticeUntil: z.string().nullable(),
  updateName: z.string(),
  version: z.number(),
  /** The own organisation's. */
  isOwn: z.boolean(),
  can: z.object({
    edit: z.boolean(),
    remove: z.boolean(),
    publish: z.boolean(),
    score: z.boolean(),
    notice: z.boolean(),
    withdraw: z.boolean(),
    archive: z.boolean(),
  }),
});
export type PlanRow = z.infer<typeof planRow>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/integral/plan/listPage',
  summary: '考核方案：本组织制定的、考核本组织或下级组织的',
  access: 'integral:read',
  scope: 'org',
  input: z.object({
    ...page,
    keyWords: line(60, '方案名称').optional(),
    year: count.optional(),
    state: numberOf<PlanState>(PLAN_STATES, '状态不正确').optional(),
    view: z.enum(['all', 'own'], '视图不正确').default('all'),
  }),
  reply: rows(planRow, { today: z.string() }),
});

export const planItem = z.object({
  id: z.string(),
  projectId: z.string(),
  number: z.number(),
  typeName: z.string(),
  name: z.string(),
  standard: z.string(),
  kind: z.number(),
  kindName: z.string(),
  points: z.number(),
  method: z.number(),
  methodName: z.string(),
  checkCode: z.string(),
  checkLabel: z.string(),
  breach: z.number(),
  cap: z.number(),
  submit: z.number(),
  submitName: z.string(),
  inspection: z.number(),
  inspectionName: z.string(),
  department: z.string(),
});
export type PlanItem = z.infer<typeof planItem>;

const planDetail = planRow.extend({
  note: z.string(),
  bands: z.array(z.number()),
  publishedAt: z.string().nullable(),
  publishedBy: z.string(),
  itemList: z.array(planItem),
  /** Why it cannot be published yet. */
  faults: z.array(z.string()),
  audience: z.object({
    mode: z.string(),
    types: z.array(z.number()),
    natures: z.array(z.string()),
    group: z.string(),
    orgs: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type PlanDetail = z.infer<typeof planDetail>;

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/integral/plan/{id}',
  summary: '一个考核方案：项目、范围和等次',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  input: z.object({ id }),
  reply: data(planDetail),
});

export const planFields = {
  year: yearFrom(2000, '年度'),
  name: required(60, '方案名称'),
  note: text(1000, '说明').default(''),
  startsOn: date,
  endsOn: date,
  /** From which totals 好, 较好 and 一般 begin. */
  good: points('“好”的起点').default(9000),
  fair: points('“较好”的起点').default(7500),
  plain: points('“一般”的起点').default(6000),
};

const changed = () => [listPlans, getPlan];
export const addPlan = endpoint({
  method: 'POST',
  path: '/api/integral/plan',
  summary: '新增考核方案草稿；给出来源的，复制它的项目和范围',
  access: 'integral:manage',
  scope: 'org',
  targets: { copyOf: 'integral' },
  audit: '新增考核方案',
  idempotent: true,
  input: z.object({ ...planFields, copyOf: id.optional() }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});
export const updatePlan = endpoint({
  method: 'PUT',
  path: '/api/integral/plan',
  summary: '修改考核方案草稿',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '修改考核方案',
  idempotent: true,
  input: z.object({ id, version: count, ...planFields }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});
export const removePlan = endpoint({
  method: 'DELETE',
  path: '/api/integral/plan',
  summary: '删除考核方案草稿',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '删除考核方案',
  idempotent: true,
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: changed,
});
export const setItems = endpoint({
  method: 'POST',
  path: '/api/integral/plan/items',
  summary: '选定方案的考核项目，按所列顺序；取项目库中现在的版本',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral', projectIds: 'integral[]' },
  audit: '选定考核方案的项目',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    projectIds: z.array(id, '请选择考核项目').min(1, '请选择考核项目').max(100, '一个方案最多100个项目'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

const audience = {
  mode: keyOf<ScopeMode>(SCOPE_MODES, '请选择考核哪些组织'),
  types: z.array(z.int('组织类别不正确'), '组织类别不正确').max(20, '组织类别太多').default([]),
  natures: z
    .array(z.string().regex(/^\d{1,4}$/, '单位性质不正确'), '单位性质不正确')
    .max(20, '单位性质太多')
    .default([]),
  orgIds: z.array(id, '请选择组织').max(500, '一次最多指定500个组织').default([]),
  group: line(20, '比较组').default(''),
};
export const previewScope = endpoint({
  method: 'POST',
  path: '/api/integral/plan/scope/preview',
  summary: '预览方案考核哪些组织，不保存',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral', orgIds: 'org[]' },
  input: z.object({ id, ...audience }),
  reply: data(
    z.object({
      total: z.number(),
      orgs: z.array(z.object({ id: z.string(), name: z.string(), typeName: z.string(), group: z.string() })),
      /** There are more than are listed, or than a plan takes. */
      more: z.boolean(),
      fault: z.string(),
    }),
  ),
});
export const setScope = endpoint({
  method: 'POST',
  path: '/api/integral/plan/scope',
  summary: '指定方案的考核范围：按类别、单位性质或逐个指定',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral', orgIds: 'org[]' },
  audit: '指定考核范围',
  idempotent: true,
  input: z.object({ id, version: count, ...audience }),
  reply: data(z.object({ version: z.number(), total: z.number() })),
  stale: () => [...changed(), previewScope],
});
export const stepPlan = endpoint({
  method: 'POST',
  path: '/api/integral/plan/step',
  summary: '推进考核方案：发布、开始评分、公示、撤回公示、归档',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '推进考核方案',
  asks: {},
  idempotent: true,
  makesAllStale: true,
  input: z.object({
    id,
    version: count,
    step: keyOf<PlanStep>(PLAN_STEPS, '步骤不正确'),
    reason: text(200, '原因').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
});
