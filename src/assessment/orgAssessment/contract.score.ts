import { z } from 'zod';
import {
  exemptionAsk,
  exemptionDecision,
  exemptionEnd,
  exemptionFields,
  exemptionFilter,
} from '#assessment/memberAssessment/contract.exempt.ts';
import { count, data, done, endpoint, id, ids, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { listPlans, planItem } from './contract.plan.ts';
import { points, scoreEntry } from './contract.ts';

const someFiles = z.array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确').max(10, '附件最多10个');
const fileIds = someFiles.default([]);

const scoreRow = z.object({
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  planState: z.number(),
  itemId: z.string(),
  itemName: z.string(),
  typeName: z.string(),
  kindName: z.string(),
  method: z.number(),
  methodName: z.string(),
  points: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  month: z.number(),
  dueOn: z.string(),
  isLate: z.boolean(),
  isExempt: z.boolean(),
  state: z.number(),
  stateName: z.string(),
  review: z.number(),
  reviewName: z.string(),
  /** Hundredths: by the organisation itself, by the check, by the reviewer, and what counts. */
  self: z.number().nullable(),
  suggested: z.number().nullable(),
  reviewed: z.number().nullable(),
  final: z.number().nullable(),
  opinion: z.string(),
  /** A change waits for a second person. */
  isAsked: z.boolean(),
  version: z.number(),
  can: z.object({ report: z.boolean(), review: z.boolean(), edit: z.boolean(), decide: z.boolean() }),
});
export type ScoreRow = z.infer<typeof scoreRow>;

export const listOwn = endpoint({
  method: 'GET',
  path: '/api/integral/score/listPage',
  summary: '考核本组织的项目：要报什么、什么时候报、得了几分',
  access: 'integral:read',
  scope: 'org',
  targets: { planId: 'integral' },
  input: z.object({
    ...page,
    planId: id.optional(),
    keyWords: line(60, '项目名称').optional(),
    /** `todo`: what the own organisation has to hand in now; `review`: what waits for the own review; `asked`: changes that wait. */
    view: z.enum(['own', 'todo', 'review', 'asked'], '视图不正确').default('own'),
    state: count.optional(),
    review: count.optional(),
  }),
  reply: rows(scoreRow),
});

export const scoreDetail = scoreRow.extend({
  item: planItem,
  report: z.string(),
  files: z.array(uploadedFile),
  /** In how many other rows its files stand as evidence too. */
  usedAgain: z.number(),
  reportedAt: z.string().nullable(),
  reportedBy: z.string(),
  reviewedAt: z.string().nullable(),
  reviewedBy: z.string(),
  asked: z.number().nullable(),
  askedFor: z.string(),
  askedBy: z.string(),
  breaches: z.number().nullable(),
  /** What the check finds now, with its rows; null: no check, or none that the session may read. */
  evidence: z
    .object({
      label: z.string(),
      clause: z.string(),
      count: z.number(),
      rows: z.array(z.object({ title: z.string(), orgName: z.string(), detail: z.string() })),
    })
    .nullable(),
  /** What 组织生活 has of what a material item asks for: its submitted meetings in the row's days. */
  records: z.array(z.object({ title: z.string(), day: z.string(), typeName: z.string(), link: z.string() })),
  updateName: z.string(),
  entries: z.array(scoreEntry),
});
export type ScoreDetail = z.infer<typeof scoreDetail>;

export const getScore = endpoint({
  method: 'GET',
  path: '/api/integral/score/{id}',
  summary: '一个组织一个项目的得分：自评、建议、评审、最终及其依据和经过',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  input: z.object({ id }),
  reply: data(scoreDetail),
});

export const orgDetails = endpoint({
  method: 'GET',
  path: '/api/integral/details',
  summary: '一个组织在一个方案中的考核明细',
  access: 'integral:read',
  scope: 'org',
  targets: { planId: 'integral', orgId: 'org' },
  input: z.object({ planId: id, orgId: id }),
  reply: data(
    z.object({
      planId: z.string(),
      planName: z.string(),
      year: z.number(),
      stateName: z.string(),
      orgId: z.string(),
      orgName: z.string(),
      group: z.string(),
      total: z.number().nullable(),
      grade: z.number().nullable(),
      place: z.number().nullable(),
      /** Published; before that the total runs. */
      isFinal: z.boolean(),
      rows: z.array(scoreRow),
      /** Ids that the session can decide as they stand. */
      waiting: z.array(z.string()),
    }),
  ),
});

const step = { id, version: count };
const changed = () => [listOwn, getScore, orgDetails, integralHome, listPlans];
const stepped = data(z.object({ version: z.number() }));

export const reportScore = endpoint({
  method: 'PUT',
  path: '/api/integral/score/report',
  summary: '填报考核材料和自评分：保存或提交；不通过的补正后再提交',
  access: 'integral:report',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '填报考核材料',
  idempotent: true,
  input: z.object({
    ...step,
    self: points('自评分'),
    report: text(4000, '完成情况').default(''),
    files: fileIds,
    submit: z.boolean('参数不正确').default(false),
  }),
  reply: stepped,
  stale: changed,
});

export const reviewScores = endpoint({
  method: 'POST',
  path: '/api/integral/score/review',
  summary: '评审考核材料：通过按自评或建议计分，也可改分并写明原因；不通过须写意见',
  access: 'integral:score',
  scope: 'org',
  targets: { ids: 'integral[]' },
  audit: '评审考核得分',
  idempotent: true,
  input: z.object({
    ids,
    agree: z.boolean('请选择通过或不通过'),
    points: points('得分').optional(),
    opinion: text(500, '意见').default(''),
  }),
  reply: data(z.object({ decided: z.number(), skipped: z.number() })),
  stale: changed,
});

export const askChange = endpoint({
  method: 'POST',
  path: '/api/integral/score/edit',
  summary: '提出修改得分：写明原因，由另一人确认后生效',
  access: 'integral:score',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '提出修改考核得分',
  idempotent: true,
  input: z.object({ ...step, points: points('得分'), reason: required(200, '修改原因') }),
  reply: stepped,
  stale: changed,
});

export const decideChange = endpoint({
  method: 'POST',
  path: '/api/integral/score/editDecide',
  summary: '确认或不同意修改得分，不能由提出的人办理',
  access: 'integral:score',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '确认修改考核得分',
  idempotent: true,
  input: z.object({ ...step, agree: z.boolean('请选择同意或不同意'), opinion: text(200, '意见').default('') }),
  reply: stepped,
  stale: changed,
});

export const suggestScores = endpoint({
  method: 'POST',
  path: '/api/integral/score/suggest',
  summary: '按检查项现在的情况重新计算自动核查的建议分',
  access: 'integral:score',
  scope: 'org',
  targets: { planId: 'integral' },
  audit: '计算考核建议分',
  idempotent: true,
  input: z.object({ planId: id }),
  reply: data(z.object({ counted: z.number() })),
  stale: changed,
});

const exemptionRow = z.object({ ...exemptionFields, planId: z.string(), planName: z.string(), orgId: z.string() });
export type ExemptionRow = z.infer<typeof exemptionRow>;

export const listExemptions = endpoint({
  method: 'GET',
  path: '/api/integral/exemption/listPage',
  summary: '免考设置：本组织和下级组织的免考申请与结果',
  access: 'integral:read',
  scope: 'org',
  input: z.object(exemptionFilter),
  reply: rows(exemptionRow),
});
export const addExemption = endpoint({
  method: 'POST',
  path: '/api/integral/exemption',
  summary: '申请免考：一个组织在一个方案中的全部或一个项目，附证明，由上级确认',
  access: 'integral:report',
  scope: 'org',
  targets: { planId: 'integral', itemId: 'integral', orgId: 'org' },
  audit: '申请免考',
  idempotent: true,
  input: z.object({
    planId: id,
    orgId: id,
    itemId: id.optional(),
    ...exemptionAsk,
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listExemptions],
});
export const decideExemption = endpoint({
  method: 'POST',
  path: '/api/integral/exemption/decide',
  summary: '上级确认或不同意免考',
  access: 'integral:score',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '确认免考',
  idempotent: true,
  input: z.object(exemptionDecision),
  reply: done,
  stale: () => [listExemptions, ...changed()],
});
export const endExemption = endpoint({
  method: 'POST',
  path: '/api/integral/exemption/end',
  summary: '撤回待确认的免考，或由上级撤销、提前结束已确认的',
  access: 'integral:report',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '撤销免考',
  idempotent: true,
  input: z.object(exemptionEnd),
  reply: done,
  stale: () => [listExemptions, ...changed()],
});

const standing = z.object({
  planId: z.string(),
  name: z.string(),
  year: z.number(),
  orgName: z.string(),
  state: z.number(),
  stateName: z.string(),
  total: z.number().nullable(),
  grade: z.number().nullable(),
  place: z.number().nullable(),
  group: z.string(),
  of: z.number(),
  cells: z.number(),
  submitted: z.number(),
  passed: z.number(),
  /** Hundredths that are lost for good, or open. */
  lost: z.number(),
});
export const integralHome = endpoint({
  method: 'GET',
  path: '/api/integral/home',
  summary: '组织考核首页：本组织的成绩、要报的材料、待评审的和进行中的方案',
  access: 'integral:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      standings: z.array(standing),
      todo: z.array(scoreRow),
      todoTotal: z.number(),
      review: z.array(scoreRow),
      reviewTotal: z.number(),
      /** Numbers of the own library and plans. */
      projects: z.number(),
      drafts: z.number(),
      running: z.number(),
      exemptions: z.number(),
    }),
  ),
});
