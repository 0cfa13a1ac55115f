import { z } from 'zod';
import { data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { RANGES, REASONS, TRADES } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    mobileOutflow: true;
    mobileInflow: true;
  }
}

/** What the list shows: 流出 and 流入 as they stand, what waits, who is out of touch, what is over. */
export const VIEWS = { out: '流出', in: '流入', waiting: '待确认', lost: '失联', history: '历史' } as const;
export type View = keyof typeof VIEWS;
export const SIDES = { out: '流出', in: '流入' } as const;
export type Side = keyof typeof SIDES;

/** A number of a fixed list that may arrive as text. */
export const oneOfLabels = <K extends string | number>(labels: Readonly<Record<K, string>>, sentence: string) =>
  z.coerce.number<string | number>(sentence).refine((value) => Object.hasOwn(labels, value), sentence);
export const range = oneOfLabels(RANGES, '请选择流动范围');
export const reason = oneOfLabels(REASONS, '请选择流动原因');
export const trade = oneOfLabels(TRADES, '请选择从事行业');

export const floatRow = z.object({
  /** The side and the number of the row: `out-17`. */
  id: z.string(),
  side: z.enum(['out', 'in']),
  rowId: z.string(),
  /** Null: nobody of this roll. */
  memberId: z.string().nullable(),
  name: z.string(),
  status: z.number(),
  statusName: z.string(),
  /** Of an outflow the home branch, of an inflow who received. */
  orgName: z.string(),
  /** The other end, as far as it is known. */
  otherName: z.string(),
  region: z.string(),
  reasonName: z.string(),
  tradeName: z.string(),
  startedOn: z.string(),
  plannedTo: z.string().nullable(),
  endedOn: z.string().nullable(),
  contactName: z.string(),
  lastContactOn: z.string().nullable(),
  /** By which day the next contact is due; null where nobody has to keep in touch. */
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  isLost: z.boolean(),
  version: z.number(),
  can: z.object({ confirm: z.boolean(), contact: z.boolean() }),
});
export type FloatRow = z.infer<typeof floatRow>;

export const listFloats = endpoint({
  method: 'GET',
  path: '/api/flow/member/listPage',
  summary: '流动党员列表：流出、流入、待确认、失联、历史',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').default('out'),
    reason: reason.optional(),
    range: range.optional(),
    trade: trade.optional(),
    /** Only those whose contact is overdue. */
    overdue: z.enum(['1', ''], '筛选不正确').optional(),
    region: line(30, '地区').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(floatRow, { counts: z.record(z.string(), z.number()), overdue: z.number() }),
});

const contactRow = z.object({
  id: z.string(),
  day: z.string(),
  wayName: z.string(),
  reached: z.boolean(),
  topicName: z.string(),
  note: z.string(),
  byName: z.string(),
});

const certificate = z.object({
  id: z.string(),
  number: z.string(),
  orgName: z.string(),
  state: z.enum(['given', 'returned', 'lost']),
  stateName: z.string(),
  givenOn: z.string(),
  endedOn: z.string().nullable(),
});

/** An inflow as both ends see it. */
const inflowPart = z.object({
  id: z.string(),
  status: z.number(),
  statusName: z.string(),
  orgName: z.string(),
  receivedOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  note: z.string(),
});

export const outflowDetail = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  phone: z.string(),
  status: z.number(),
  statusName: z.string(),
  range: z.number(),
  rangeName: z.string(),
  region: z.string(),
  place: z.string(),
  reason: z.number(),
  reasonName: z.string(),
  trade: z.number(),
  tradeName: z.string(),
  startedOn: z.string(),
  plannedTo: z.string().nullable(),
  toOrgId: z.string().nullable(),
  toOrgName: z.string(),
  sourceName: z.string(),
  askedName: z.string(),
  registeredOn: z.string(),
  confirmedOn: z.string().nullable(),
  contactId: z.string().nullable(),
  contactName: z.string(),
  lastContactOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  isLost: z.boolean(),
  endedOn: z.string().nullable(),
  endNote: z.string(),
  droppedOn: z.string().nullable(),
  dropNote: z.string(),
  /** Why the absence does not count as floating yet; empty where it does. */
  tooShort: z.string(),
  inflows: z.array(inflowPart),
  contacts: z.array(contactRow),
  certificates: z.array(certificate),
  version: z.number(),
  can: z.object({
    confirm: z.boolean(),
    edit: z.boolean(),
    back: z.boolean(),
    contact: z.boolean(),
    certificate: z.boolean(),
    /** Out of touch beyond the month, and searched for. */
    lost: z.boolean(),
    /** Why the session may not confirm; empty where it may or nothing waits. */
    whyNot: z.string(),
  }),
});
export type OutflowDetail = z.infer<typeof outflowDetail>;

export const getOutflow = endpoint({
  method: 'GET',
  path: '/api/flow/out/get/{id}',
  summary: '流出详情：去向、流入地、联系记录、活动证',
  access: 'floating:read',
  scope: 'org',
  targets: { id: 'mobileOutflow' },
  input: z.object({ id }),
  reply: data(outflowDetail),
});

export const inflowDetail = z.object({
  id: z.string(),
  memberId: z.string().nullable(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  idCard: z.string(),
  phone: z.string(),
  homeOrg: z.string(),
  homePhone: z.string(),
  status: z.number(),
  statusName: z.string(),
  region: z.string(),
  reason: z.number(),
  reasonName: z.string(),
  tradeName: z.string(),
  startedOn: z.string(),
  plannedTo: z.string().nullable(),
  certificate: z.string(),
  registeredOn: z.string(),
  registeredBy: z.string(),
  receivedOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  note: z.string(),
  /** What the home branch knows of it; empty where it is not kept here. */
  outStatusName: z.string(),
  version: z.number(),
  can: z.object({ confirm: z.boolean(), leave: z.boolean() }),
});
export type InflowDetail = z.infer<typeof inflowDetail>;

export const getInflow = endpoint({
  method: 'GET',
  path: '/api/flow/in/get/{id}',
  summary: '流入详情',
  access: 'floating:read',
  scope: 'org',
  targets: { id: 'mobileInflow' },
  input: z.object({ id }),
  reply: data(inflowDetail),
});
