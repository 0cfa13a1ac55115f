import { z } from 'zod';
import { data, date, endpoint, id, ids, line, optional, personName, required, text } from '#platform/contract.ts';
import { getInflow, getOutflow, listFloats, oneOfLabels, range, reason, trade } from './contract.ts';
import { OUT_STATES, TOPICS, WAYS } from './rules.ts';

/** An empty text, or nothing, means that there is none. */
const maybe = <S extends z.ZodType>(schema: S) => optional(schema).default(null);
const version = z.int('缺少版本');
const stale = () => [listFloats, getOutflow, getInflow, ownFlow];

/** Where somebody goes: of every registration of an outflow. */
export const outflowFields = {
  range,
  region: required(60, '流入地区'),
  place: line(80, '详细地点').default(''),
  reason,
  trade,
  startedOn: date,
  plannedTo: maybe(date),
  /** The organisation of the inflow, where this platform has it. */
  toOrgId: maybe(id),
  toOrgName: line(60, '流入地党组织').default(''),
};

const made = data(z.object({ id: z.string(), status: z.number() }));

export const applyOutflow = endpoint({
  method: 'POST',
  path: '/api/flow/out/apply',
  summary: '流出申请：党支部为一名党员登记流出',
  access: 'floating:write',
  scope: 'org',
  targets: { memberId: 'member', contactId: 'member' },
  audit: '登记流出',
  idempotent: true,
  input: z.object({
    memberId: id,
    ...outflowFields,
    contactId: maybe(id),
    certificate: line(30, '活动证号').default(''),
  }),
  reply: made,
  stale,
});

export const MOST_AT_ONCE = 100;

export const applyBatch = endpoint({
  method: 'POST',
  path: '/api/flow/out/batch',
  summary: '批量申请：为多名党员登记同样的流出，逐人说明结果',
  access: 'floating:write',
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '批量登记流出',
  idempotent: true,
  input: z.object({
    ids: ids.refine((list) => list.length <= MOST_AT_ONCE, `一次最多${MOST_AT_ONCE}人`),
    ...outflowFields,
  }),
  reply: data(
    z.object({
      done: z.number(),
      rows: z.array(z.object({ memberId: z.string(), name: z.string(), id: z.string().nullable(), note: z.string() })),
    }),
  ),
  stale,
});

/** Organisations of the whole platform, by a part of the name: where somebody goes lies beyond the own scope. */
export const findPlaces = endpoint({
  method: 'GET',
  path: '/api/flow/place/find',
  summary: '按名称查找流入地党组织：本平台的全部党组织，最多20个',
  access: 'floating:write',
  scope: 'none',
  silent: true,
  rate: { hits: 120, seconds: 60, by: 'account' },
  input: z.object({ name: required(30, '名称').refine((value) => value.length >= 2, '请至少输入两个字') }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), above: z.string() }))),
});

const ownRow = z.object({
  id: z.string(),
  status: z.number(),
  statusName: z.string(),
  region: z.string(),
  reasonName: z.string(),
  startedOn: z.string(),
  plannedTo: z.string().nullable(),
  toOrgName: z.string(),
  endedOn: z.string().nullable(),
  note: z.string(),
  version: z.number(),
  can: z.object({ withdraw: z.boolean() }),
});

export const ownFlow = endpoint({
  method: 'GET',
  path: '/api/flow/own',
  summary: '本人的流动：现在的和以前的',
  access: 'floating:own',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      name: z.string(),
      orgName: z.string(),
      today: z.string(),
      /** Empty: the person may apply. */
      whyNot: z.string(),
      rows: z.array(ownRow),
    }),
  ),
});

export const applyOwn = endpoint({
  method: 'POST',
  path: '/api/flow/own/apply',
  summary: '流动申请：本人申请流出，由党支部确认',
  access: 'floating:own',
  scope: 'own',
  audit: '申请流出',
  idempotent: true,
  input: z.object({
    range,
    region: outflowFields.region,
    place: outflowFields.place,
    reason,
    trade,
    startedOn: date,
    plannedTo: outflowFields.plannedTo,
    toOrgName: outflowFields.toOrgName,
  }),
  reply: made,
  stale,
});

export const withdrawOwn = endpoint({
  method: 'POST',
  path: '/api/flow/own/withdraw',
  summary: '撤回本人尚未确认的流动申请',
  access: 'floating:own',
  scope: 'own',
  audit: '撤回流动申请',
  idempotent: true,
  input: z.object({ id, version }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const decideOutflow = endpoint({
  method: 'POST',
  path: '/api/flow/out/decide',
  summary: '确认或不同意流出申请；不能确认本人的',
  access: 'floating:audit',
  scope: 'org',
  targets: { id: 'mobileOutflow' },
  audit: '确认流出',
  idempotent: true,
  input: z.object({ id, version, agree: z.boolean('请选择同意或不同意'), opinion: text(200, '意见').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const editOutflow = endpoint({
  method: 'POST',
  path: '/api/flow/out/edit',
  summary: '修改流出登记：去向、原因、预计返回、流入地党组织、联系人',
  access: 'floating:write',
  scope: 'org',
  targets: { id: 'mobileOutflow', contactId: 'member' },
  audit: '修改流出登记',
  idempotent: true,
  input: z.object({ id, version, ...outflowFields, contactId: maybe(id) }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const endOut = endpoint({
  method: 'POST',
  path: '/api/flow/out/back',
  summary: '登记返回：流动结束，流入地同时结束接收',
  access: 'floating:write',
  scope: 'org',
  targets: { id: 'mobileOutflow' },
  audit: '登记流动党员返回',
  idempotent: true,
  input: z.object({ id, version, endedOn: date, note: text(200, '说明').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const registerInflow = endpoint({
  method: 'POST',
  path: '/api/flow/in/register',
  summary: '流入登记：为来到本地的外地党员登记；本平台认识的人自动与流出地相连',
  access: 'floating:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '登记流入',
  idempotent: true,
  pii: true,
  input: z.object({
    orgId: id,
    name: personName(30),
    /** Encrypted by SM2 as every number that travels. */
    idCardNo: z.string('请输入身份证号').min(1, '请输入身份证号').max(4096, '身份证号不正确'),
    phone: required(20, '手机号').refine((value) => /^1[3-9]\d{9}$/.test(value), '请输入11位手机号'),
    homeOrg: required(80, '组织关系所在党组织'),
    homePhone: line(20, '联系电话').default(''),
    region: required(60, '来自地区'),
    reason,
    trade,
    startedOn: date,
    plannedTo: maybe(date),
    certificate: line(30, '活动证号').default(''),
  }),
  reply: made,
  stale,
});

export const decideInflow = endpoint({
  method: 'POST',
  path: '/api/flow/in/decide',
  summary: '接收流入党员，或说明原因退回',
  access: 'floating:audit',
  scope: 'org',
  targets: { id: 'mobileInflow' },
  audit: '确认流入',
  idempotent: true,
  input: z.object({ id, version, agree: z.boolean('请选择接收或退回'), opinion: text(200, '原因').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const endInflow = endpoint({
  method: 'POST',
  path: '/api/flow/in/leave',
  summary: '登记流入党员离开',
  access: 'floating:write',
  scope: 'org',
  targets: { id: 'mobileInflow' },
  audit: '登记流入党员离开',
  idempotent: true,
  input: z.object({ id, version, leftOn: date, note: text(200, '说明').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const addContact = endpoint({
  method: 'POST',
  path: '/api/flow/contact/add',
  summary: '登记一次联系：联系上了或没联系上',
  access: 'floating:write',
  scope: 'org',
  targets: { outflowId: 'mobileOutflow' },
  audit: '登记流动党员联系情况',
  idempotent: true,
  input: z.object({
    outflowId: id,
    day: maybe(date),
    way: oneOfLabels(WAYS, '请选择联系方式'),
    reached: z.boolean('请选择是否联系上'),
    topic: maybe(oneOfLabels(TOPICS, '请选择情况')),
    note: text(200, '说明').default(''),
  }),
  reply: data(z.object({ id: z.string(), dueOn: z.string().nullable() })),
  stale,
});

export const markLost = endpoint({
  method: 'POST',
  path: '/api/flow/out/lost',
  summary: '登记失联：超期没有联系上、并已查找过的流动党员；联系上后自动解除',
  access: 'floating:write',
  scope: 'org',
  targets: { id: 'mobileOutflow' },
  audit: '登记流动党员失联',
  idempotent: true,
  input: z.object({ id, version }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const giveCertificate = endpoint({
  method: 'POST',
  path: '/api/flow/certificate/give',
  summary: '发放流动党员活动证；号码在发证党委内不重复',
  access: 'floating:write',
  scope: 'org',
  targets: { outflowId: 'mobileOutflow' },
  audit: '发放流动党员活动证',
  idempotent: true,
  input: z.object({ outflowId: id, number: required(30, '活动证号') }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const endCertificate = endpoint({
  method: 'POST',
  path: '/api/flow/certificate/end',
  summary: '登记流动党员活动证交回或遗失',
  access: 'floating:write',
  scope: 'org',
  targets: { outflowId: 'mobileOutflow' },
  audit: '登记流动党员活动证交回或遗失',
  idempotent: true,
  input: z.object({ outflowId: id, state: z.enum(['returned', 'lost'], '请选择交回或遗失') }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const outStateName = (status: number) => OUT_STATES[status as keyof typeof OUT_STATES] ?? '';
