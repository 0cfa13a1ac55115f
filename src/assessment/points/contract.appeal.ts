import { z } from 'zod';
import { count, data, date, endpoint, id, page, required, rows, text } from '#platform/contract.ts';
import { listLines, memberRank, ownLines, ownPoints, personPoints } from './contract.ts';
import { APPEAL_STATES } from './rules.ts';

export const appealRow = z.object({
  id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  orgName: z.string(),
  kindName: z.string(),
  itemName: z.string(),
  day: z.string(),
  points: z.number(),
  text: z.string(),
  level: z.number(),
  handlerName: z.string(),
  /** The approval process on which it runs; empty: the organisation answers by itself. */
  flowName: z.string(),
  /** Why it was given back to be fixed; empty: it was not. */
  returned: z.string(),
  state: z.number(),
  stateName: z.string(),
  opinion: z.string(),
  decidedName: z.string(),
  createdAt: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), again: z.boolean(), mend: z.boolean() }),
});
export type AppealRow = z.infer<typeof appealRow>;

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/dykh/points/appeal/listPage',
  summary: '积分申诉和补记申请',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    state: count.refine((value) => value in APPEAL_STATES, '状态不正确').optional(),
  }),
  reply: rows(appealRow),
});

export const ownAppeals = endpoint({
  method: 'GET',
  path: '/api/dykh/points/appeal/own',
  summary: '本人的积分申诉',
  access: 'points:own',
  scope: 'own',
  input: z.object({ ...page }),
  reply: rows(appealRow),
});

export const appealItems = endpoint({
  method: 'GET',
  path: '/api/dykh/points/appeal/items',
  summary: '可以申请补记的项目',
  access: 'points:own',
  scope: 'own',
  input: z.object({}),
  reply: data(z.array(z.object({ code: z.string(), name: z.string(), dimension: z.string(), value: z.number() }))),
});

const STALE = () => [ownAppeals, listAppeals, ownLines, ownPoints, listLines, memberRank, personPoints];

export const askAppeal = endpoint({
  method: 'POST',
  path: '/api/dykh/points/appeal',
  summary: '对一条积分申诉，或申请补记；15天之内',
  access: 'points:own',
  scope: 'own',
  audit: '积分申诉',
  idempotent: true,
  input: z.object({
    /** The line that it is against; left out: 补记申请 of an item on a day. */
    lineId: id.optional(),
    code: z.string().max(40, '项目不正确').default(''),
    day: date.optional(),
    /** What should be given more, in hundredths. */
    points: count.pipe(z.int().min(1, '请填写分值').max(10_000, '分值太大')),
    text: required(500, '申诉理由'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: STALE,
});

export const withdrawAppeal = endpoint({
  method: 'POST',
  path: '/api/dykh/points/appeal/withdraw',
  summary: '撤回本人的申诉',
  access: 'points:own',
  scope: 'own',
  audit: '撤回积分申诉',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: STALE,
});

export const resubmitAppeal = endpoint({
  method: 'POST',
  path: '/api/dykh/points/appeal/mend',
  summary: '补充被退回的申诉，重新提交',
  access: 'points:own',
  scope: 'own',
  audit: '补充积分申诉',
  idempotent: true,
  input: z.object({ id, version: z.int(), text: required(500, '申诉理由') }),
  reply: data(z.object({ version: z.number() })),
  stale: STALE,
});

export const appealAgain = endpoint({
  method: 'POST',
  path: '/api/dykh/points/appeal/again',
  summary: '对不采纳的答复再向上一级申诉一次',
  access: 'points:own',
  scope: 'own',
  audit: '再次积分申诉',
  idempotent: true,
  input: z.object({ id, text: required(500, '申诉理由') }),
  reply: data(z.object({ id: z.string() })),
  stale: STALE,
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/dykh/points/appeal/decide',
  summary: '答复申诉：不由录入的人答复',
  access: 'points:write',
  scope: 'org',
  targets: { id: 'pointAppeal' },
  audit: '答复积分申诉',
  subject: ['id:pointAppeal'],
  idempotent: true,
  input: z.object({ id, version: z.int(), agree: z.boolean(), opinion: text(300, '意见').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale: STALE,
});
