import { z } from 'zod';
import { data, done, EXPORT_RATE, endpoint, file, id, ids, line, page, rows, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { PERIOD } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this file's ids point to. */
  interface TargetKinds {
    serviceFeedback: true;
  }
}

/** What the list is narrowed to. */
export const FEEDBACK_VIEWS = { drafted: '待社区签收', signed: '待单位接收', received: '回执已收' } as const;
export type FeedbackView = keyof typeof FEEDBACK_VIEWS;
export const FEEDBACK_SIDES = { in: '本地社区开出', out: '本组织收到' } as const;
export type FeedbackSide = keyof typeof FEEDBACK_SIDES;

export const feedbackRow = z.object({
  id: z.string(),
  title: z.string(),
  period: z.string(),
  orgName: z.string(),
  unitName: z.string(),
  state: z.number(),
  stateName: z.string(),
  isLate: z.boolean(),
  people: z.number(),
  served: z.number(),
  hours: z.number(),
  times: z.number(),
  absences: z.number(),
  needs: z.number(),
  stars: z.string(),
  version: z.number(),
  can: z.object({ sign: z.boolean(), receive: z.boolean() }),
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

export const feedbackDetail = feedbackRow.extend({
  postNames: z.string(),
  draftedOn: z.string(),
  signedOn: z.string().nullable(),
  signedName: z.string(),
  word: z.string(),
  receivedOn: z.string().nullable(),
  receivedName: z.string(),
});
export type FeedbackDetail = z.infer<typeof feedbackDetail>;

const filters = {
  orgId: id.optional(),
  view: z.enum(['drafted', 'signed', 'received', ''], '视图不正确').optional(),
  side: z.enum(['in', 'out', ''], '方向不正确').optional(),
  late: z.enum(['1', ''], '筛选不正确').optional(),
  period: z.union([z.literal(''), z.string('季度不正确').regex(PERIOD, '季度不正确')]).optional(),
  keyWords: line(40, '单位或社区名称').optional(),
};

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/sbd/feedback/list',
  summary: '反馈单：一个季度里一个单位的人在一个社区的服务，等着办的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...filters }),
  reply: rows(feedbackRow),
});

export const exportFeedback = endpoint({
  method: 'GET',
  path: '/api/sbd/feedback/export',
  summary: '导出反馈单列表：答一份表格，带水印，最多5000张',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出反馈单',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object(filters),
  reply: file,
});

export const getFeedback = endpoint({
  method: 'GET',
  path: '/api/sbd/feedback',
  summary: '一张反馈单',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceFeedback' },
  input: z.object({ id }),
  reply: data(feedbackDetail),
});

export const feedbackPerson = z.object({
  id: z.string(),
  name: z.string(),
  homeName: z.string(),
  hours: z.number(),
  times: z.number(),
  absences: z.number(),
});
export type FeedbackPerson = z.infer<typeof feedbackPerson>;

export const feedbackPeople = endpoint({
  method: 'GET',
  path: '/api/sbd/feedback/people',
  summary: '一张反馈单上的人：时长、次数、缺席',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceFeedback' },
  personal: ['keyWords'],
  input: z.object({ ...page, id, keyWords: line(30, '姓名').optional() }),
  reply: rows(feedbackPerson),
});

const stale = () => [listFeedback, getFeedback];
const word = text(200, '社区意见').default('');

export const signFeedback = endpoint({
  method: 'PUT',
  path: '/api/sbd/volunteer/updateVolunteerOrganSignStatus/2/{id}',
  summary: '反馈单（2）：status 1 社区签收，可以写意见；2 单位接收回执',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceFeedback' },
  audit: '办理反馈单',
  idempotent: true,
  input: z.object({
    id,
    status: z.coerce
      .number<string | number>('办理结果不正确')
      .pipe(z.union([z.literal(0), z.literal(1), z.literal(2)], '办理结果不正确')),
    word,
  }),
  reply: done,
  stale,
});

export const signFeedbacks = endpoint({
  method: 'POST',
  path: '/api/sbd/feedback/sign',
  summary: '社区一次签收几张反馈单：有一张不能签收的，都不签收',
  access: 'volunteer:write',
  scope: 'org',
  targets: { ids: 'serviceFeedback[]' },
  audit: '批量签收反馈单',
  asks: 'page',
  idempotent: true,
  input: z.object({ ids, word }),
  reply: data(z.object({ signed: z.number() })),
  stale,
});

export const printFeedback = endpoint({
  method: 'POST',
  path: '/api/sbd/feedback/print',
  summary: '反馈单：答一份PDF，社区签收以后的印有核验码',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceFeedback' },
  audit: '打印反馈单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
