import { z } from 'zod';
import { data, date, endpoint, id, ids, line, moment, page, rows, text } from '#platform/contract.ts';
import { getActivity, listActivities } from './contract.ts';
import { PERIOD } from './rules.ts';

/** What the list of those who signed up shows. */
export const SIGNUP_VIEWS = {
  waiting: '待审',
  accepted: '已通过',
  silent: '未答复',
  queued: '候补',
  refused: '未通过',
  absent: '缺席',
  cancelled: '已取消',
} as const;
export type SignupView = keyof typeof SIGNUP_VIEWS;

export const signupRow = z.object({
  id: z.string(),
  activityId: z.string(),
  title: z.string(),
  orgName: z.string(),
  startsAt: z.string(),
  /** Of the person as the organiser needs it; never the id card. */
  name: z.string(),
  phone: z.string(),
  homeName: z.string(),
  state: z.number(),
  stateName: z.string(),
  sourceName: z.string(),
  reason: z.string(),
  askedOn: z.string(),
  signedAt: z.string().nullable(),
  wayName: z.string(),
  late: z.boolean(),
  leftAt: z.string().nullable(),
  leftName: z.string(),
  hours: z.number().nullable(),
  hoursStateName: z.string(),
  /** Of whoever asks: others decide on it. */
  isMe: z.boolean(),
  /** Until when a free seat is kept for whoever is in the waiting list. */
  offeredUntil: z.string().nullable(),
  /** 能到, 不能到 or 未答复 of the day before; empty where nobody has asked. */
  comingName: z.string(),
  objection: z.string(),
  objectionName: z.string(),
  can: z.object({ audit: z.boolean(), mark: z.boolean(), decide: z.boolean() }),
});
export type SignupRow = z.infer<typeof signupRow>;

export const listSignups = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/signUp/list',
  summary: '一个志愿活动的报名，待审的在前；没有指定活动的，为全部活动待审的报名',
  access: 'volunteer:read',
  scope: 'org',
  targets: { activityId: 'serviceActivity', orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    activityId: id.optional(),
    orgId: id.optional(),
    view: z.enum(Object.keys(SIGNUP_VIEWS) as [SignupView, ...SignupView[]], '视图不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(signupRow, { counts: z.record(z.string(), z.number()), title: z.string() }),
});

export const listSigned = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/signRecord',
  summary: '志愿活动的签到记录，最近的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { activityId: 'serviceActivity', orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    activityId: id.optional(),
    orgId: id.optional(),
    from: date.optional(),
    to: date.optional(),
    /** At activities that the statistics of a year or a quarter count. */
    period: z.union([z.literal(''), z.string().regex(PERIOD, '时段不正确')]).optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(signupRow, { title: z.string() }),
});

const stale = () => [listSignups, listSigned, listActivities, getActivity];

export const auditSignups = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/signUp/audit',
  summary: '审核报名：通过，或不通过并写明原因；可以一次多人',
  access: 'volunteer:write',
  scope: 'org',
  targets: { ids: 'serviceSignup[]' },
  audit: '审核活动报名',
  subject: ['ids:serviceSignup'],
  idempotent: true,
  input: z.object({ ids, agree: z.boolean(), reason: text(200, '原因').default('') }),
  reply: data(z.object({ done: z.number() })),
  stale,
});

export const decideObjection = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/signUp/objection',
  summary: '审核对缺席的申诉：采纳的不计缺席；不采纳的写明原因',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceSignup' },
  audit: '审核缺席申诉',
  subject: ['id:serviceSignup'],
  idempotent: true,
  input: z.object({ id, agree: z.boolean(), reason: text(200, '原因').default('') }),
  reply: data(z.null()),
  stale,
});

export const addSignups = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/signUp',
  summary: '由组织登记报名：本组织管理范围内的党员，和报到到本地的党员',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity', memberIds: 'member[]' },
  audit: '登记活动报名',
  idempotent: true,
  input: z.object({ id, memberIds: ids }),
  reply: data(z.object({ added: z.number() })),
  stale,
});

export const signCode = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/code',
  summary: '志愿活动的签到码，30秒一换；连同已签到人数',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number(), came: z.number(), due: z.number() })),
});

const clock = z.preprocess((value) => (value === '' || value === undefined ? null : value), moment.nullable());
/** What an organiser says of somebody's presence; moments as `YYYY-MM-DD HH:mm`, or none. */
export const presence = { came: z.boolean(), inAt: clock.default(null), outAt: clock.default(null) };

export const markSignups = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/mark',
  summary: '代签到场、离开（可写明时间），或更正为未到',
  access: 'volunteer:write',
  scope: 'org',
  targets: { ids: 'serviceSignup[]' },
  audit: '登记活动签到',
  subject: ['ids:serviceSignup'],
  idempotent: true,
  input: z.object({ ids, ...presence, reason: text(100, '原因').default('') }),
  reply: data(z.object({ done: z.number() })),
  stale,
});
