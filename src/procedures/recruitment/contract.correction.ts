import { z } from 'zod';
import { count, data, date, done, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { getFile, listFiles, overview } from './contract.ts';

/** What a correction may be of: the day of a finished step, or a fact of the person. */
export const CORRECTION_FIELDS = {
  handledOn: '步骤日期',
  decidedOn: '审批日期',
  personCategory: '人员类别',
  appliedOn: '申请入党日期',
  admissionDate: '入党日期',
  conversionDate: '转正日期',
} as const;
export type CorrectionField = keyof typeof CORRECTION_FIELDS;
/** What is asked of the superior here: a correction, or that a file ends by 终止培养. */
export const ASKED_FIELDS = { ...CORRECTION_FIELDS, ending: '终止培养' } as const;
export type AskedField = keyof typeof ASKED_FIELDS;
/** Of a step; the others are facts of the person. */
export type StepField = 'handledOn' | 'decidedOn';
export const isStepField = (field: CorrectionField): field is StepField =>
  field === 'handledOn' || field === 'decidedOn';
export const CORRECTION_STATES = {
  pending: '待审批',
  agreed: '已更正',
  refused: '未同意',
  withdrawn: '已撤回',
} as const;
/** How a request stands, as it is read. */
export const askedState = (field: string, state: keyof typeof CORRECTION_STATES): string =>
  field === 'ending' && state === 'agreed' ? '已终止' : CORRECTION_STATES[state];

const correctionRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  fileId: z.string().nullable(),
  stepNo: z.number().nullable(),
  field: z.string(),
  fieldName: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  state: z.enum(['pending', 'agreed', 'refused', 'withdrawn']),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Who decides. */
  approver: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  files: z.array(uploadedFile),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type CorrectionRow = z.infer<typeof correctionRow>;

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/fzdy/correction/listPage',
  summary: '更正和终止培养的申请，新的在前',
  access: 'recruit:write',
  scope: 'org',
  input: z.object({
    ...page,
    memberId: id.optional(),
    name: line(30, '姓名').optional(),
    state: z.enum(['pending', 'agreed', 'refused', 'withdrawn'], '状态不正确').optional(),
  }),
  targets: { memberId: 'member' },
  personal: ['name'],
  reply: rows(correctionRow),
});

const changed = () => [listCorrections, listFiles, overview, getFile];

export const addCorrection = endpoint({
  method: 'POST',
  path: '/api/fzdy/correction',
  summary: '申请更正已完成步骤的日期和审批日期，或登记错的人员类别、申请、入党、转正日期；由上级同意',
  access: 'recruit:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '申请更正',
  idempotent: true,
  input: z.object({
    memberId: id,
    stepNo: count.pipe(z.int().min(1, '步骤不正确').max(25, '步骤不正确')).optional(),
    field: z.enum(Object.keys(CORRECTION_FIELDS) as [CorrectionField], '请选择更正的项目'),
    after: z.union([z.string().regex(/^[1-5]$/), date], '请填写更正后的内容'),
    reason: required(200, '更正原因'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
      .min(1, '请上传佐证材料')
      .max(20, '最多20个附件'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const decideCorrection = endpoint({
  method: 'POST',
  path: '/api/fzdy/correction/decide',
  summary: '上级审批更正和终止培养：同意即改或结束档案，原值和新值都留在记录里',
  access: 'recruit:approve',
  scope: 'org',
  targets: { id: 'developmentCorrection' },
  audit: '审批更正',
  idempotent: true,
  input: z.object({ id, agree: z.boolean('请选择同意或不同意'), opinion: text(200, '意见').default('') }),
  reply: done,
  stale: changed,
});

export const withdrawCorrection = endpoint({
  method: 'POST',
  path: '/api/fzdy/correction/withdraw',
  summary: '撤回自己申请的更正或终止培养，上级决定以前可以撤回',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentCorrection' },
  audit: '撤回更正申请',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: changed,
});
