import { z } from 'zod';
import { count, data, date, endpoint, id, line, optional, page, required, rows, text } from '#platform/contract.ts';
import { GROUNDS, type GroundName, REGISTERED, STATES, type VariationState } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    variation: true;
  }
}

export const VIEWS = {
  waiting: '办理中',
  effective: '已生效',
  ended: '未办成和已撤销',
  elsewhere: '取消资格和转出',
} as const;
export type View = keyof typeof VIEWS;

const kind = z.enum(REGISTERED, '请选择异动类型');
const ground = z.enum(Object.keys(GROUNDS) as [GroundName, ...GroundName[]], '请选择情形');
const state = z.enum(Object.keys(STATES) as [VariationState, ...VariationState[]]);
const maybe = <S extends z.ZodType>(schema: S) => optional(schema).default(null);
const people = maybe(count.pipe(z.int().min(0, '不能为负数').max(9999, '人数太多')));
const version = z.int('缺少版本');

export const variationRow = z.object({
  id: z.string(),
  /** Null: it is read only here and opened in its own module. */
  rowId: z.string().nullable(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  kindName: z.string(),
  state: state.nullable(),
  stateName: z.string(),
  effectiveOn: z.string(),
  reason: z.string(),
  askedName: z.string(),
  deciderName: z.string(),
  can: z.object({ decide: z.boolean() }),
});
export type VariationRow = z.infer<typeof variationRow>;

export const listVariations = endpoint({
  method: 'GET',
  path: '/api/dyyd/listPage',
  summary: '党员异动：出党、停止党籍、死亡、其他、恢复；取消资格和转出只读',
  access: 'variation:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').default('waiting'),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(variationRow, { counts: z.record(z.string(), z.number()) }),
});

export const variationDetail = variationRow.extend({
  rowId: z.string(),
  kind: z.string(),
  state,
  orgId: z.string(),
  papers: z.string(),
  clause: z.string(),
  /** On which ground it stands and since when; empty: of a kind without. */
  groundName: z.string(),
  groundSince: z.string(),
  groundOn: z.string().nullable(),
  meetingOn: z.string().nullable(),
  due: z.number().nullable(),
  present: z.number().nullable(),
  agree: z.number().nullable(),
  toOrgName: z.string(),
  askedOn: z.string(),
  opinion: z.string(),
  decidedName: z.string(),
  decidedOn: z.string().nullable(),
  carriedOn: z.string().nullable(),
  /** What took place with it, in words. */
  followed: z.array(z.string()),
  undoneOn: z.string().nullable(),
  undoReason: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
  version: z.number(),
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    undo: z.boolean(),
    restore: z.boolean(),
    /** Why the session may not decide; empty where it may or nothing waits. */
    whyNot: z.string(),
  }),
});
export type VariationDetail = z.infer<typeof variationDetail>;

export const getVariation = endpoint({
  method: 'GET',
  path: '/api/dyyd/get/{id}',
  summary: '异动详情',
  access: 'variation:read',
  scope: 'org',
  targets: { id: 'variation' },
  input: z.object({ id }),
  reply: data(variationDetail),
});

const files = z.array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确').max(20, '最多20个附件');
const meeting = { meetingOn: maybe(date), due: people, present: people, agree: people };
const stale = () => [listVariations, getVariation];

export const addVariation = endpoint({
  method: 'POST',
  path: '/api/dyyd/add',
  summary: '新增异动：由党支部登记，须审批的报上级；死亡登记即生效',
  access: 'variation:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '登记党员异动',
  asks: {},
  idempotent: true,
  input: z.object({
    memberId: id,
    kind,
    effectiveOn: date,
    reason: required(300, '情况说明'),
    /** Of 停止党籍 and 自行脱党; a recorded day of suspension need not be named. */
    ground: maybe(ground),
    groundOn: maybe(date),
    ...meeting,
    files: files.min(1, '请上传材料'),
  }),
  reply: data(z.object({ id: z.string(), state, deciderName: z.string() })),
  stale,
  makesAllStale: true,
});

export const restoreVariation = endpoint({
  method: 'POST',
  path: '/api/dyyd/restore',
  summary: '恢复党籍：停止党籍的党员，可以编入另一个党支部，由上级批准',
  access: 'variation:write',
  scope: 'org',
  targets: { id: 'variation', orgId: 'org' },
  audit: '申请恢复党籍',
  idempotent: true,
  input: z.object({
    id,
    orgId: id,
    effectiveOn: date,
    reason: required(300, '情况说明'),
    ...meeting,
    files: files.min(1, '请上传材料'),
  }),
  reply: data(z.object({ id: z.string(), state, deciderName: z.string() })),
  stale,
});

export const decideVariation = endpoint({
  method: 'POST',
  path: '/api/dyyd/decide',
  summary: '批准或不批准异动：由上级组织，不能是登记人和本人',
  access: 'variation:approve',
  scope: 'org',
  targets: { id: 'variation' },
  audit: '审批党员异动',
  asks: {},
  idempotent: true,
  input: z.object({ id, version, agree: z.boolean('请选择批准或不批准'), opinion: text(200, '意见').default('') }),
  reply: data(z.object({ version: z.number(), state })),
  stale,
  makesAllStale: true,
});

export const withdrawVariation = endpoint({
  method: 'POST',
  path: '/api/dyyd/withdraw',
  summary: '撤回尚未生效的异动',
  access: 'variation:write',
  scope: 'org',
  targets: { id: 'variation' },
  audit: '撤回党员异动',
  idempotent: true,
  input: z.object({ id, version }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const undoVariation = endpoint({
  method: 'POST',
  path: '/api/dyyd/undo',
  summary: '撤销登记错误的异动：由上级组织写明原因，恢复党籍状态和账号，说明哪些没有恢复',
  access: 'variation:approve',
  scope: 'org',
  targets: { id: 'variation' },
  audit: '撤销党员异动',
  idempotent: true,
  input: z.object({ id, version, reason: required(200, '撤销原因') }),
  reply: data(z.object({ version: z.number(), left: z.array(z.string()) })),
  stale,
  makesAllStale: true,
});
