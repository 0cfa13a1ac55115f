import { z } from 'zod';
import { data, done, endpoint, id, text } from '#platform/contract.ts';
import { getMeeting, listMeetings } from './contract.ts';
import { GRADES } from './rules.appraisal.ts';

const ballots = z.int('应为整数').min(0, '不能小于0').max(9999, '数字过大');
const poll = z.object({ excellent: ballots, qualified: ballots, basic: ballots, unqualified: ballots });

const person = z.object({
  memberId: z.string(),
  name: z.string(),
  graded: z.boolean(),
  selfText: z.string(),
  selfAt: z.string().nullable(),
  /** 互评: sums and words of others, never by whom; null: nobody said anything yet. */
  mutual: poll.nullable(),
  remarks: z.array(z.string()),
  poll: poll.nullable(),
  grade: z.number().nullable(),
  gradeName: z.string(),
  reason: z.string(),
  toldAt: z.string().nullable(),
  receiptAt: z.string().nullable(),
});
export type AppraisalPerson = z.infer<typeof person>;

export const appraisalDetail = z.object({
  id: z.string(),
  year: z.number(),
  plan: z.string(),
  planState: z.number(),
  planStateName: z.string(),
  planOpinion: z.string(),
  decidedBy: z.string(),
  opened: z.boolean(),
  closed: z.boolean(),
  closedBy: z.string(),
  participants: z.number(),
  mostExcellent: z.number(),
  people: z.array(person),
  can: z.object({
    plan: z.boolean(),
    decide: z.boolean(),
    open: z.boolean(),
    grade: z.boolean(),
    close: z.boolean(),
    publish: z.boolean(),
  }),
});
export type Appraisal = z.infer<typeof appraisalDetail>;

export const getAppraisal = endpoint({
  method: 'GET',
  path: '/api/zzsh/appraisal/{id}',
  summary: '民主评议党员：方案、自评、民主测评、等次和反馈',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(appraisalDetail),
});

const act = <const P extends string, X extends z.ZodRawShape>(path: P, summary: string, access: string, more: X) =>
  endpoint({
    method: 'POST',
    path: `/api/zzsh/appraisal/${path}`,
    summary,
    access,
    scope: 'org',
    targets: { id: 'lifeMeeting' },
    audit: summary,
    idempotent: true,
    input: z.object({ id, ...more }),
    reply: done,
    stale: () => [getAppraisal, getMeeting, listMeetings],
  });

export const planText = text(3000, '评议方案').refine((value) => value.length > 0, '请输入评议方案');
export const sendPlan = act('plan', '上报民主评议方案', 'event:write', { plan: planText });
export const decidePlan = act('decide', '审核民主评议方案', 'event:review', {
  agree: z.boolean('请选择同意或退回'),
  opinion: text(300, '意见').default(''),
});
export const openAppraisal = { ...act('open', '开始民主评议', 'event:write', {}), asks: {} };
export const grades = z
  .array(
    z.object({
      memberId: id,
      poll: poll.nullable(),
      grade: z
        .int()
        .refine((value) => value in GRADES, '请选择等次')
        .nullable(),
      reason: text(200, '理由').default(''),
    }),
    '请填写评议结果',
  )
  .max(2000, '人数过多');
export const saveGrades = {
  ...act('grades', '填写民主评议结果', 'event:write', { people: grades }),
  subject: ['people[].memberId'],
};
export const closeAppraisal = { ...act('close', '完成民主评议', 'event:write', {}), asks: {} };

const own = z.object({
  id: z.string(),
  year: z.number(),
  title: z.string(),
  orgName: z.string(),
  graded: z.boolean(),
  selfText: z.string(),
  selfAt: z.string().nullable(),
  gradeName: z.string(),
  reason: z.string(),
  toldAt: z.string().nullable(),
  receiptAt: z.string().nullable(),
  /** 互评: about how many, and about how many one has written. */
  mates: z.number(),
  matesDone: z.number(),
  can: z.object({ write: z.boolean(), receive: z.boolean() }),
});
export type OwnAppraisal = z.infer<typeof own>;

export const ownAppraisals = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/appraisals',
  summary: '本人参加的民主评议：自评和结果',
  access: 'event:own',
  scope: 'own',
  input: z.object({}),
  reply: data(z.array(own)),
});

export const selfText = text(2000, '自我评价').refine((value) => value.length > 0, '请输入自我评价');
export const writeSelf = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/appraisal/self',
  summary: '写自我评价；评议完成前可以改',
  access: 'event:own',
  scope: 'own',
  audit: '提交民主评议自评',
  idempotent: true,
  input: z.object({ id, text: selfText }),
  reply: done,
  stale: () => [ownAppraisals],
});

export const receiveAppraisal = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/appraisal/receive',
  summary: '确认已知晓民主评议结果',
  access: 'event:own',
  scope: 'own',
  audit: '确认民主评议结果',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [ownAppraisals],
});

const mate = z.object({ memberId: z.string(), name: z.string(), grade: z.number().nullable(), note: z.string() });
export type Mate = z.infer<typeof mate>;

export const listMates = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/appraisal/mates',
  summary: '互评：同一党小组（没有党小组的在支部内）的参评党员和本人已写的评价',
  access: 'event:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(z.object({ groupName: z.string(), people: z.array(mate) })),
});

export const writeMutual = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/appraisal/mutual',
  summary: '提交互评；评议完成前可以改，汇总时不显示是谁写的',
  access: 'event:own',
  scope: 'own',
  audit: '提交民主评议互评',
  idempotent: true,
  input: z.object({
    id,
    people: z
      .array(
        z.object({
          memberId: id,
          grade: z.int('请选择等次').refine((value) => value in GRADES, '请选择等次'),
          note: text(200, '意见').default(''),
        }),
      )
      .min(1, '请至少评价一人')
      .max(500, '人数过多'),
  }),
  reply: done,
  stale: () => [ownAppraisals, listMates],
});

export const publishAppraisal = endpoint({
  method: 'POST',
  path: '/api/zzsh/appraisal/publish',
  summary: '生成三务公开草稿：民主评议结果，只有各等次人数，没有个人',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '起草民主评议公开事项',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ id: z.string() })),
});
