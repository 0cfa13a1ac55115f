import { z } from 'zod';
import { memberRank, personPoints } from '#assessment/points/contract.ts';
import { count, data, date, done, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { getMonth, grid, statistics } from './contract.ts';
import { EXEMPTION_STATES } from './rules.exempt.ts';

/** What a row of 免考 shows, of a person or of an organisation. */
export const exemptionFields = {
  id: z.string(),
  orgName: z.string(),
  itemName: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  /** Until when it was confirmed, where it was ended earlier; else empty. */
  plannedTo: z.string(),
  reason: z.string(),
  files: z.array(uploadedFile),
  state: z.number(),
  stateName: z.string(),
  askedBy: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  endedBy: z.string(),
  endReason: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), end: z.boolean() }),
};
const commonRow = z.object(exemptionFields);
export type CommonExemption = z.infer<typeof commonRow>;
export const exemptionFilter = {
  ...page,
  state: count.refine((value) => value in EXEMPTION_STATES, '状态不正确').optional(),
  keyWords: line(60, '名称').optional(),
};
export const exemptionAsk = {
  fromOn: date,
  toOn: date,
  reason: required(200, '免考原因'),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .min(1, '请上传证明材料')
    .max(10, '附件最多10个'),
};
export const exemptionDecision = {
  id,
  version: z.int(),
  agree: z.boolean('请选择同意或不同意'),
  opinion: text(200, '意见').default(''),
};
export const exemptionEnd = {
  id,
  version: z.int(),
  /** Of a confirmed one: from which day on assessment goes on as usual. */
  resumeOn: date.optional(),
  reason: required(200, '原因'),
};

const exemptionRow = z.object({ ...exemptionFields, memberId: z.string(), memberName: z.string() });
export type PersonExemption = z.infer<typeof exemptionRow>;

export const listPersonExemptions = endpoint({
  method: 'GET',
  path: '/api/score/assess/exemption/listPage',
  summary: '党员免考：本组织和下级组织的申请与结果',
  access: 'assess:read',
  scope: 'org',
  input: z.object(exemptionFilter),
  reply: rows(exemptionRow),
});

export const exemptionItems = endpoint({
  method: 'GET',
  path: '/api/score/assess/exemption/items',
  summary: '一名党员今年和去年的考核项目，供免考选择',
  access: 'assess:score',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), year: z.number() }))),
});

const changed = () => [listPersonExemptions, statistics, getMonth, grid, memberRank, personPoints];

export const askPersonExemption = endpoint({
  method: 'POST',
  path: '/api/score/assess/exemption',
  summary: '申请党员免考：全部或一个项目，从某日到某日，附证明，由上级确认',
  access: 'assess:score',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '申请党员免考',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    memberId: id,
    /** Of a published plan; left out: everything, points included. */
    itemId: id.optional(),
    ...exemptionAsk,
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listPersonExemptions],
});

export const decidePersonExemption = endpoint({
  method: 'POST',
  path: '/api/score/assess/exemption/decide',
  summary: '上级确认或不同意党员免考',
  access: 'assess:score',
  scope: 'org',
  targets: { id: 'assessExemption' },
  audit: '确认党员免考',
  asks: 'page',
  subject: ['id:assessExemption'],
  idempotent: true,
  input: z.object(exemptionDecision),
  reply: done,
  stale: changed,
});

export const endPersonExemption = endpoint({
  method: 'POST',
  path: '/api/score/assess/exemption/end',
  summary: '撤回待确认的党员免考，或由上级撤销、提前结束已确认的',
  access: 'assess:score',
  scope: 'org',
  targets: { id: 'assessExemption' },
  audit: '撤销党员免考',
  asks: 'page',
  idempotent: true,
  input: z.object(exemptionEnd),
  reply: done,
  stale: changed,
});
