import { z } from 'zod';
import { count, data, done, endpoint, id, line, required, rows } from '#platform/contract.ts';
import { yearField } from './contract.ts';

const planItem = z.object({
  kind: count.pipe(z.int().min(1, '请选择类别').max(2, '请选择类别')),
  name: required(40, '项目名称'),
  most: count.pipe(z.int().min(1, '满分应大于0').max(10_000, '满分太大')),
  /** A dimension of points; empty: by hand. */
  dimension: z.string().max(20, '维度不正确').default(''),
  submit: count.pipe(z.int().min(1, '请选择频次').max(2, '请选择频次')),
  inspection: count.pipe(z.int().min(1, '请选择考核时间').max(5, '请选择考核时间')),
  standard: line(200, '评分标准').default(''),
});
export type PlanItem = z.output<typeof planItem>;

const planRow = z.object({
  id: z.string(),
  orgName: z.string(),
  year: z.number(),
  name: z.string(),
  state: z.number(),
  stateName: z.string(),
  items: z.number(),
  full: z.number(),
  holds: z.boolean(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), archive: z.boolean() }),
});
export type PlanRow = z.infer<typeof planRow>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/score/assess/plan/list',
  summary: '党员考核方案：本级的和上级的',
  access: 'assess:read',
  scope: 'org',
  input: z.object({}),
  reply: rows(planRow, { years: z.array(z.number()) }),
});

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/score/assess/plan/{id}',
  summary: '一个党员考核方案',
  access: 'assess:read',
  scope: 'org',
  targets: { id: 'assessPlan' },
  input: z.object({ id }),
  reply: data(
    planRow.omit({ items: true }).extend({
      share: z.number(),
      grades: z.array(z.number()),
      punishBars: z.boolean(),
      items: z.array(
        z.object({
          id: z.string(),
          kind: z.number(),
          name: z.string(),
          most: z.number(),
          dimension: z.string(),
          submit: z.number(),
          inspection: z.number(),
          standard: z.string(),
        }),
      ),
    }),
  ),
});

export const savePlan = endpoint({
  method: 'POST',
  path: '/api/score/assess/plan',
  summary: '保存党员考核方案草稿',
  access: 'assess:plan',
  scope: 'org',
  targets: { id: 'assessPlan' },
  audit: '保存党员考核方案',
  idempotent: true,
  input: z.object({
    id: id.optional(),
    version: z.int().default(0),
    year: yearField,
    name: required(60, '方案名称'),
    share: count.pipe(z.int().min(0, '比例不正确').max(100, '比例不正确')).default(80),
    grades: z
      .array(z.int().min(0, '评议得分不正确').max(100, '评议得分不正确'))
      .length(4, '请填写四个评议等次的得分')
      .default([95, 82, 67, 50]),
    punishBars: z.boolean().default(true),
    items: z.array(planItem).min(1, '请添加考核项目').max(60, '项目最多60个'),
  }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale: () => [listPlans, getPlan],
});

export const publishPlan = endpoint({
  method: 'POST',
  path: '/api/score/assess/plan/publish',
  summary: '发布党员考核方案：各项满分合计100分',
  access: 'assess:plan',
  scope: 'org',
  targets: { id: 'assessPlan' },
  audit: '发布党员考核方案',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listPlans, getPlan],
});

export const archivePlan = endpoint({
  method: 'POST',
  path: '/api/score/assess/plan/archive',
  summary: '归档党员考核方案：不再按它评分',
  access: 'assess:plan',
  scope: 'org',
  targets: { id: 'assessPlan' },
  audit: '归档党员考核方案',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listPlans, getPlan],
});

export const removePlan = endpoint({
  method: 'DELETE',
  path: '/api/score/assess/plan',
  summary: '删除党员考核方案草稿',
  access: 'assess:plan',
  scope: 'org',
  targets: { id: 'assessPlan' },
  audit: '删除党员考核方案草稿',
  input: z.object({ id, version: z.int() }),
  reply: done,
  stale: () => [listPlans, getPlan],
});
