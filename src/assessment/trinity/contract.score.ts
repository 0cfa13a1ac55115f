import { z } from 'zod';
import { points, scoreEntry } from '#assessment/orgAssessment/contract.ts';
import { attachedFiles, rowVersion, versionReply } from '#house/givenCalls.ts';
import { count, data, endpoint, flag, id, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { listOrgs, listUnits, unitRow } from './contract.read.ts';
import { evaluationCalls } from './nouns/evaluation.ts';
import { CASE_STATE_NAMES } from './rules.case.ts';
import { MAX_RECORDS, STATE_NAMES } from './rules.ts';

export const scoreRow = z.object({
  id: z.string(),
  evaluationId: z.string(),
  evaluationName: z.string(),
  evaluationState: z.enum(STATE_NAMES),
  unitId: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  partTitle: z.string(),
  itemId: z.string(),
  itemTitle: z.string(),
  kind: z.number(),
  method: z.number(),
  /** Maximum and what was given, hundredths. */
  points: z.number(),
  self: z.number().nullable(),
  suggested: z.number().nullable(),
  final: z.number().nullable(),
  /** 0: the whole time. */
  month: z.number(),
  dueOn: z.string(),
  isLate: z.boolean(),
  /** Specification 4: -1 not started, 0 saved, 1 submitted; 0 pending, 1 passed, 2 failed. */
  state: z.number(),
  review: z.number(),
  opinion: z.string(),
  handedOn: z.string().nullable(),
  /** Files, and meetings of 组织生活 (records of type 1). */
  files: z.number(),
  records: z.number(),
  reviewerName: z.string(),
  version: z.number(),
  can: z.object({ handIn: z.boolean(), recall: z.boolean(), decide: z.boolean(), give: z.boolean() }),
});
export type ScoreRow = z.infer<typeof scoreRow>;

export const VIEWS = { all: '全部', own: '本组织的', review: '待本组织审核' } as const;

export const listScores = endpoint({
  method: 'GET',
  path: '/api/trinity/score/listPage',
  summary: '考评资料：本组织和下级的，按指标、报送状态、审核状态、时段筛选',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation', unitId: 'trinityUnit' },
  input: z.object({
    ...page,
    evaluationId: id.optional(),
    unitId: id.optional(),
    itemId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [keyof typeof VIEWS, ...(keyof typeof VIEWS)[]], '视图不正确').default('all'),
    keyWords: line(60, '指标或组织').optional(),
    state: count.pipe(z.int().min(-1, '报送状态不正确').max(1, '报送状态不正确')).optional(),
    review: count.pipe(z.int().min(0, '审核状态不正确').max(2, '审核状态不正确')).optional(),
    month: count.pipe(z.int().min(0, '时段不正确').max(12, '时段不正确')).optional(),
    late: flag.default(false),
  }),
  reply: rows(scoreRow),
});

const unitDetail = unitRow.extend({
  parts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      reviewerName: z.string(),
      points: z.number(),
      items: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          standard: z.string(),
          points: z.number(),
          method: z.number(),
          checkLabel: z.string(),
          /** What the item is worth so far, hundredths. */
          score: z.number().nullable(),
          scores: z.array(scoreRow),
        }),
      ),
    }),
  ),
});
export type UnitDetail = z.infer<typeof unitDetail>;

export const getUnit = endpoint({
  method: 'GET',
  path: '/api/trinity/unit/{id}',
  summary: '一个考核单位的考评：各板块各指标要报什么、报了没有、得几分',
  access: 'trinity:read',
  scope: 'org',
  targets: { id: 'trinityUnit' },
  input: z.object({ id }),
  reply: data(unitDetail),
});

const record = z.object({
  /** 1: a meeting of 组织生活. */
  type: z.literal(1),
  meetingId: z.string(),
  title: z.string(),
  heldOn: z.string(),
});

const scoreDetail = scoreRow.extend({
  standard: z.string(),
  checkLabel: z.string(),
  breaches: z.number().nullable(),
  endsOn: z.string(),
  giverName: z.string(),
  content: z.string(),
  papers: z.array(uploadedFile),
  meetings: z.array(record),
  askedByName: z.string(),
  /** Where it waits, while it does. */
  deciderName: z.string(),
  /** Why the session may not decide; empty where it may or nothing waits. */
  obstacle: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
  entries: z.array(scoreEntry),
  /** The case that it is. */
  case: z.object({ id: z.string(), state: z.enum(CASE_STATE_NAMES) }).nullable(),
  /** The session may propose it as a case, or publish it as one. */
  mayPropose: z.boolean(),
  mayTake: z.boolean(),
});
export type ScoreDetail = z.infer<typeof scoreDetail>;

export const getScore = endpoint({
  method: 'GET',
  path: '/api/trinity/score/{id}',
  summary: '一份考评资料：要求、资料、自评、审核和得分的经过',
  access: 'trinity:read',
  scope: 'org',
  targets: { id: 'trinityScore' },
  input: z.object({ id }),
  reply: data(scoreDetail),
});

export const ownMeetings = endpoint({
  method: 'GET',
  path: '/api/trinity/score/{id}/meetings',
  summary: '可以作为资料的本组织的会议：已提交的，先近后远',
  access: 'trinity:report',
  scope: 'org',
  targets: { id: 'trinityScore' },
  input: z.object({ id }),
  reply: data(z.array(record)),
});

const changed = () => [evaluationCalls.list, evaluationCalls.get, listUnits, listOrgs, listScores, getUnit, getScore];
/** What is common to acts on a score. */
const ofScore = { scope: 'org', targets: { id: 'trinityScore' }, idempotent: true, stale: changed } as const;

export const handIn = endpoint({
  ...ofScore,
  method: 'PUT',
  path: '/api/trinity/score/handIn',
  summary: '报送考评资料和自评分：保存或提交；不通过的补正后再提交',
  access: 'trinity:report',
  audit: '报送考评资料',
  input: z.object({
    ...rowVersion,
    self: points('自评分'),
    content: text(4000, '完成情况').default(''),
    files: attachedFiles,
    /** Own meetings of 组织生活 as material. */
    meetingIds: z.array(id, '会议不正确').max(MAX_RECORDS, `最多选${MAX_RECORDS}次会议`).default([]),
    submit: z.boolean('参数不正确').default(false),
  }),
  reply: data(z.object({ version: z.number(), decider: z.string() })),
});

export const recallScore = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/score/recall',
  summary: '审核前撤回考评资料',
  access: 'trinity:report',
  audit: '撤回考评资料',
  input: z.object({ id }),
  reply: versionReply,
});

export const decideScore = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/score/decide',
  summary: '审核考评资料：通过并计分，与自评不同的写明原因；或不通过并写明意见',
  access: 'trinity:review',
  audit: '审核考评资料',
  input: z.object({
    ...rowVersion,
    agree: z.boolean('请选择通过或不通过'),
    points: points('得分').optional(),
    opinion: text(500, '意见').default(''),
  }),
  reply: versionReply,
});

export const giveScore = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/score/give',
  summary: '评分并写明原因：直接评分的、自动核查的改分；结束后更正得分，名次重新计算',
  access: 'trinity:review',
  audit: '考评评分',
  input: z.object({ ...rowVersion, points: points('得分'), reason: required(200, '原因') }),
  reply: versionReply,
});

export const countScores = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/evaluation/count',
  summary: '按检查项现在的情况重新核查自动核查的指标',
  targets: { id: 'noun:trinityEvaluation' },
  access: 'trinity:set',
  audit: '重新核查考评指标',
  input: z.object({ id }),
  reply: data(z.object({ counted: z.number() })),
});
