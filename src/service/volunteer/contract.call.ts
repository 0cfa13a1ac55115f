import { z } from 'zod';
import {
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  ids,
  line,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this file's ids point to. */
  interface TargetKinds {
    serviceCall: true;
  }
}

/** Who is called. */
export const CALLED = { team: '应急队', group: '志愿者分组', quarter: '小区' } as const;
export type Called = keyof typeof CALLED;

export const CALL_STATES = { 1: '进行中', 2: '已结束' } as const;
export type CallState = keyof typeof CALL_STATES;
export const CALL_ANSWERS = { 0: '未答', 1: '能到', 2: '不能到' } as const;
export type CallAnswer = keyof typeof CALL_ANSWERS;
/** What became of the text message. */
export const SMS_STATES = { 0: '待发', 1: '已发', 2: '没有手机号', 3: '没有发出' } as const;
export type SmsState = keyof typeof SMS_STATES;

/** So many people are called at once. */
export const MOST_CALLED = 2000;

const counts = {
  asked: z.number(),
  coming: z.number(),
  declined: z.number(),
  silent: z.number(),
  arrived: z.number(),
};

export const callRow = z.object({
  id: z.string(),
  orgName: z.string(),
  called: z.string(),
  title: z.string(),
  place: z.string(),
  isDrill: z.boolean(),
  state: z.number(),
  stateName: z.string(),
  raisedAt: z.string(),
  raisedBy: z.string(),
  ...counts,
});
export type CallRow = z.infer<typeof callRow>;

export const callDetail = callRow.extend({
  content: z.string(),
  endedAt: z.string().nullable(),
  endNote: z.string(),
  can: z.object({ run: z.boolean() }),
});
export type CallDetail = z.infer<typeof callDetail>;

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/sbd/call/list',
  summary: '应急召集和演练：进行中的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional(), keyWords: line(60, '召集事项').optional() }),
  reply: rows(callRow),
});

export const getCall = endpoint({
  method: 'GET',
  path: '/api/sbd/call',
  summary: '一次召集：能到、不能到、未答、到场各多少人',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceCall' },
  input: z.object({ id }),
  reply: data(callDetail),
});

export const callPerson = z.object({
  /** Of the person in the call. */
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  homeName: z.string(),
  phone: z.string(),
  answer: z.number(),
  answerName: z.string(),
  answeredAt: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  smsName: z.string(),
});
export type CallPerson = z.infer<typeof callPerson>;

export const CALL_VIEWS = { silent: '未答', coming: '能到', declined: '不能到', arrived: '已到' } as const;
export type CallView = keyof typeof CALL_VIEWS;

export const callPeople = endpoint({
  method: 'GET',
  path: '/api/sbd/call/people',
  summary: '一次召集叫到的人和各人的答复',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceCall' },
  personal: ['keyWords'],
  input: z.object({
    ...page,
    id,
    view: z.enum(['silent', 'coming', 'declined', 'arrived', ''], '视图不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(callPerson),
});

const stale = () => [listCalls, getCall, callPeople];

/** What is said of a call. */
export const callForm = z
  .object({
    to: z.enum(['team', 'group', 'quarter'], '请选择召集谁'),
    toId: z.union([z.literal(''), id]).default(''),
    title: required(30, '事项'),
    content: text(300, '说明').default(''),
    place: required(60, '集合地点'),
    isDrill: z.boolean().default(false),
  })
  .superRefine(({ to, toId }, ctx) => {
    if (to !== 'team' && toId === '') {
      ctx.addIssue({ code: 'custom', path: ['toId'], message: `请选择${CALLED[to]}` });
    }
  });

export const raiseCall = endpoint({
  method: 'POST',
  path: '/api/sbd/call',
  summary: '应急召集：应急队、一个志愿者分组或一个小区的报到党员，发通知和短信；演练写明是演练',
  access: 'volunteer:write',
  scope: 'org',
  audit: '应急召集',
  asks: { always: true, note: '没有账号的人只收短信。' },
  idempotent: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: callForm,
  reply: data(z.object({ id: z.string(), called: z.number() })),
  stale,
});

export const endCall = endpoint({
  method: 'POST',
  path: '/api/sbd/call/end',
  summary: '结束一次召集，写明情况；叫到的人收到通知',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceCall' },
  audit: '结束应急召集',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, note: required(200, '情况') }),
  reply: done,
  stale,
});

export const markArrived = endpoint({
  method: 'POST',
  path: '/api/sbd/call/arrived',
  summary: '登记召集的人到场',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceCall' },
  audit: '登记召集到场',
  idempotent: true,
  input: z.object({ id, personIds: ids }),
  reply: data(z.object({ arrived: z.number() })),
  stale,
});

export const exportCall = endpoint({
  method: 'GET',
  path: '/api/sbd/call/export',
  summary: '导出一次召集的答复和到场：答一份表格，带水印',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceCall' },
  audit: '导出应急召集',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object({ id }),
  reply: file,
});

export const ownCall = z.object({
  id: z.string(),
  orgName: z.string(),
  title: z.string(),
  content: z.string(),
  place: z.string(),
  isDrill: z.boolean(),
  state: z.number(),
  stateName: z.string(),
  raisedAt: z.string(),
  answer: z.number(),
  answerName: z.string(),
  arrivedAt: z.string().nullable(),
  can: z.object({ answer: z.boolean() }),
});
export type OwnCall = z.infer<typeof ownCall>;

export const ownCalls = endpoint({
  method: 'GET',
  path: '/api/sbd/call/own/list',
  summary: '叫到本人的应急召集，进行中的在前',
  access: 'volunteer:own',
  scope: 'own',
  input: z.object(page),
  reply: rows(ownCall),
});

export const answerCall = endpoint({
  method: 'POST',
  path: '/api/sbd/call/own/answer',
  summary: '答复一次召集：能到或不能到，结束前可以改',
  access: 'volunteer:own',
  scope: 'own',
  audit: '答复应急召集',
  idempotent: true,
  input: z.object({ id, coming: z.boolean() }),
  reply: done,
  stale: () => [ownCalls],
});
