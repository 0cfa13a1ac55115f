import { z } from 'zod';
import { attachedFiles, rowVersion, versionReply } from '#house/givenCalls.ts';
import { data, endpoint, id, line, page, required, rows, text, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { getScore } from './contract.score.ts';
import { CASE_STATE_NAMES } from './rules.case.ts';

const caseRow = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  state: z.enum(CASE_STATE_NAMES),
  evaluationId: z.string(),
  evaluationName: z.string(),
  year: z.number(),
  partTitle: z.string(),
  itemTitle: z.string(),
  orgName: z.string(),
  /** Who evaluates, and decides. */
  giverName: z.string(),
  files: z.number(),
  /** `YYYY-MM-DD`, once it is published. */
  publishedOn: z.string().nullable(),
  version: z.number(),
});
export type CaseRow = z.infer<typeof caseRow>;

export const CASE_VIEWS = { published: '已发布', own: '本组织的', waiting: '待审核' } as const;

export const listCases = endpoint({
  method: 'GET',
  path: '/api/trinity/case/listPage',
  summary: '优秀案例：已发布的，本组织推荐的，待审核的',
  access: 'trinity:read',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(['published', 'own', 'waiting'], '视图不正确').default('published'),
    keyWords: line(60, '案例、指标或组织').optional(),
    year: yearFrom(2000, '年度').optional(),
    part: line(30, '板块').optional(),
  }),
  reply: rows(caseRow, {
    counts: z.object({ all: z.number(), own: z.number(), waiting: z.number() }),
    /** The parts of which there are cases. */
    parts: z.array(z.string()),
  }),
});

const caseDetail = caseRow.extend({
  /** The material, for whoever sees it. */
  scoreId: z.string().nullable(),
  papers: z.array(uploadedFile),
  askedByName: z.string(),
  askedAt: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  reason: z.string(),
  /** Where it waits, while it does. */
  deciderName: z.string(),
  /** Why the session may not decide; empty where it may or nothing waits. */
  obstacle: z.string(),
  can: z.object({ decide: z.boolean(), recall: z.boolean(), withdraw: z.boolean() }),
});
export type CaseDetail = z.infer<typeof caseDetail>;

export const getCase = endpoint({
  method: 'GET',
  path: '/api/trinity/case/{id}',
  summary: '一个优秀案例：内容、附件、怎样推荐和发布的',
  access: 'trinity:read',
  scope: 'org',
  targets: { id: 'trinityCase' },
  input: z.object({ id }),
  reply: data(caseDetail),
});

const changed = () => [listCases, getCase, getScore];
/** What is common to writing a case of a material. */
const ofScore = { scope: 'org', targets: { scoreId: 'trinityScore' }, idempotent: true, stale: changed } as const;
const ofCase = { scope: 'org', targets: { id: 'trinityCase' }, idempotent: true, stale: changed } as const;
const written = {
  scoreId: id,
  title: required(60, '案例标题'),
  summary: text(2000, '案例简介').refine((value) => value !== '', '请输入案例简介'),
  files: attachedFiles,
};
const made = data(z.object({ id: z.string(), decider: z.string() }));

export const proposeCase = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/case/propose',
  summary: '把本组织通过的资料推荐为优秀案例，由组织考评的党组织决定',
  access: 'trinity:report',
  audit: '推荐优秀案例',
  input: z.object(written),
  reply: made,
});

export const takeCase = endpoint({
  ...ofScore,
  method: 'POST',
  path: '/api/trinity/case/take',
  summary: '组织考评的党组织把通过的资料作为优秀案例发布',
  access: 'trinity:review',
  audit: '发布优秀案例',
  asks: {},
  input: z.object(written),
  reply: made,
});

export const decideCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/trinity/case/decide',
  summary: '审核推荐的优秀案例：发布，或不采用并写明原因',
  access: 'trinity:review',
  audit: '审核优秀案例',
  input: z.object({ ...rowVersion, agree: z.boolean('请选择发布或不采用'), reason: line(200, '原因').default('') }),
  reply: versionReply,
});

export const recallCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/trinity/case/recall',
  summary: '审核前撤回推荐的优秀案例',
  access: 'trinity:report',
  audit: '撤回优秀案例',
  input: z.object({ id }),
  reply: versionReply,
});

export const withdrawCase = endpoint({
  ...ofCase,
  method: 'POST',
  path: '/api/trinity/case/withdraw',
  summary: '撤下已发布的优秀案例，写明原因',
  access: 'trinity:review',
  audit: '撤下优秀案例',
  input: z.object({ ...rowVersion, reason: required(200, '撤下的原因') }),
  reply: versionReply,
});
