import { z } from 'zod';
import { count, data, done, endpoint, id, ids, line, page, required, rows, text } from '#platform/contract.ts';
import {
  ASSESS_KINDS,
  type AssessKind,
  INSPECTION_TIMES,
  type InspectionTime,
  SUBMIT_FREQUENCIES,
  type SubmitFrequency,
} from '#platform/time/periods.ts';
import { METHODS, type Method } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    integral: true;
  }
}

export const keyOf = <T extends string>(values: Readonly<Record<T, unknown>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
export const numberOf = <T extends number>(values: Readonly<Record<T, unknown>>, sentence: string) =>
  z.coerce.number<string | number>(sentence).refine((value): value is T => value in values, sentence);

/** Points as people type them (12.5), stored as hundredths. */
export const points = (label: string, least = 0) =>
  z
    .union([z.string(), z.number()], `请输入${label}`)
    .transform((value) => String(value).trim())
    .refine((value) => /^\d{1,3}(\.\d{1,2})?$/.test(value), `${label}应为数字，最多两位小数`)
    .transform((value) => Math.round(Number(value) * 100))
    .refine((value) => value >= least && value <= 10_000, `${label}应在${least / 100}至100之间`);

/** What happened to a score, as its history shows it; points in hundredths. */
export const scoreEntry = z.object({
  id: z.string(),
  act: z.string(),
  old: z.number().nullable(),
  new: z.number().nullable(),
  text: z.string(),
  orgName: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
});

const typeRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  /** Items of it and of those below it. */
  projects: z.number(),
  points: z.number(),
  version: z.number(),
});
export type TypeRow = z.infer<typeof typeRow>;

export const listTypes = endpoint({
  method: 'GET',
  path: '/api/integral/type/list',
  summary: '本组织的项目类型：两级',
  access: 'integral:read',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(typeRow)),
});

const typeName = required(30, '类型名称');
export const addType = endpoint({
  method: 'POST',
  path: '/api/integral/type',
  summary: '新增项目类型；给出上级的是第二级',
  access: 'integral:manage',
  scope: 'org',
  targets: { parentId: 'integral' },
  audit: '新增考核项目类型',
  idempotent: true,
  input: z.object({ name: typeName, parentId: id.optional() }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTypes],
});
export const renameType = endpoint({
  method: 'PUT',
  path: '/api/integral/type',
  summary: '修改项目类型的名称',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '修改考核项目类型',
  idempotent: true,
  input: z.object({ id, version: count, name: typeName }),
  reply: done,
  stale: () => [listTypes, listProjects],
});
export const removeType = endpoint({
  method: 'DELETE',
  path: '/api/integral/type',
  summary: '删除没有项目和下级的项目类型',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '删除考核项目类型',
  idempotent: true,
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: () => [listTypes],
});

const projectRow = z.object({
  id: z.string(),
  orgName: z.string(),
  typeId: z.string().nullable(),
  typeName: z.string(),
  name: z.string(),
  kind: z.number(),
  kindName: z.string(),
  /** Hundredths, as all points on the wire. */
  points: z.number(),
  method: z.number(),
  methodName: z.string(),
  submitName: z.string(),
  inspectionName: z.string(),
  department: z.string(),
  isStopped: z.boolean(),
  sort: z.number(),
  /** Version of what is measured. */
  number: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type ProjectRow = z.infer<typeof projectRow>;

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/integral/project/listPage',
  summary: '考核项目库：本组织和下级组织的考核项目',
  access: 'integral:read',
  scope: 'org',
  targets: { typeId: 'integral' },
  input: z.object({
    ...page,
    keyWords: line(60, '项目名称').optional(),
    typeId: id.optional(),
    /** Without a type. */
    unbound: z.enum(['true'], '参数不正确').optional(),
    kind: numberOf<AssessKind>(ASSESS_KINDS, '类别不正确').optional(),
    method: numberOf<Method>(METHODS, '评分方式不正确').optional(),
    state: z.enum(['on', 'stopped'], '状态不正确').optional(),
    view: z.enum(['own', 'all'], '视图不正确').default('own'),
  }),
  reply: rows(projectRow, { sum: z.number() }),
});

export const projectFields = {
  name: required(60, '项目名称'),
  typeId: z.preprocess((value) => (value === '' ? undefined : value), id.optional()) as unknown as z.ZodType<
    string | undefined,
    string | undefined
  >,
  standard: text(2000, '评分标准').refine((value) => value !== '', '请输入评分标准'),
  kind: numberOf<AssessKind>(ASSESS_KINDS, '请选择项目类别'),
  points: points('满分', 1),
  method: numberOf<Method>(METHODS, '请选择评分方式'),
  checkCode: z
    .string()
    .regex(/^[A-Za-z]{0,40}$/, '核查项不正确')
    .default(''),
  breach: points('每处扣分').default(0),
  cap: points('扣分上限').default(0),
  submit: numberOf<SubmitFrequency>(SUBMIT_FREQUENCIES, '请选择报送频次'),
  inspection: numberOf<InspectionTime>(INSPECTION_TIMES, '请选择检查时间'),
  department: line(40, '评分部门').default(''),
};

const projectDetail = projectRow.extend({
  standard: z.string(),
  checkCode: z.string(),
  checkLabel: z.string(),
  clause: z.string(),
  breach: z.number(),
  cap: z.number(),
  submit: z.number(),
  inspection: z.number(),
  updateName: z.string(),
  /** Plans that it stands in. */
  plans: z.array(z.object({ id: z.string(), name: z.string(), year: z.number(), stateName: z.string() })),
  versions: z.array(
    z.object({ number: z.number(), madeBy: z.string(), madeAt: z.string(), points: z.number(), standard: z.string() }),
  ),
});
export type ProjectDetail = z.infer<typeof projectDetail>;

export const getProject = endpoint({
  method: 'GET',
  path: '/api/integral/project/{id}',
  summary: '一个考核项目：评分标准、历次版本和所在方案',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  input: z.object({ id }),
  reply: data(projectDetail),
});

const changed = () => [listProjects, getProject, listTypes];
export const addProject = endpoint({
  method: 'POST',
  path: '/api/integral/project',
  summary: '新增考核项目到本组织的项目库',
  access: 'integral:manage',
  scope: 'org',
  targets: { typeId: 'integral' },
  audit: '新增考核项目',
  idempotent: true,
  input: z.object(projectFields),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});
export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/integral/project',
  summary: '修改考核项目；已发布的方案保留原来的版本',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral', typeId: 'integral' },
  audit: '修改考核项目',
  idempotent: true,
  input: z.object({ id, version: count, ...projectFields }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});
export const stopProject = endpoint({
  method: 'POST',
  path: '/api/integral/project/stop',
  summary: '停用或启用考核项目；停用的不能再列入方案',
  access: 'integral:manage',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '停用或启用考核项目',
  idempotent: true,
  input: z.object({ id, version: count, stopped: z.boolean('参数不正确') }),
  reply: done,
  stale: changed,
});
export const orderProjects = endpoint({
  method: 'POST',
  path: '/api/integral/project/order',
  summary: '按所列顺序排列考核项目',
  access: 'integral:manage',
  scope: 'org',
  targets: { ids: 'integral[]' },
  audit: '调整考核项目顺序',
  idempotent: true,
  input: z.object({ ids }),
  reply: done,
  stale: changed,
});
export const bindProjects = endpoint({
  method: 'POST',
  path: '/api/integral/project/bind',
  summary: '把考核项目绑定到一个类型，或解除绑定',
  access: 'integral:manage',
  scope: 'org',
  targets: { typeId: 'integral', ids: 'integral[]' },
  audit: '绑定考核项目类型',
  idempotent: true,
  input: z.object({ typeId: id.nullable(), ids }),
  reply: done,
  stale: changed,
});

/** The rules of the house that an item can be checked by. */
export const listChecks = endpoint({
  method: 'GET',
  path: '/api/integral/checks',
  summary: '可用于自动核查的检查项及其依据',
  access: 'integral:read',
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(z.object({ code: z.string(), label: z.string(), clause: z.string() }))),
});

/** What those below are already asked to fill in by hand, before another item is added. */
export const handLoad = endpoint({
  method: 'GET',
  path: '/api/integral/handLoad',
  summary: '下级已经在填的手工项目：几个项目、几个组织、一个组织最多几项',
  access: 'integral:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      /** Items by material of plans that run, within the scope. */
      items: z.number(),
      /** Organisations that fill them, and of these branches. */
      orgs: z.number(),
      branches: z.number(),
      /** Cells to be filled in a year: monthly items twelve times. */
      cells: z.number(),
      /** Of the organisation that fills most. */
      most: z.number(),
      mostName: z.string(),
    }),
  ),
});
