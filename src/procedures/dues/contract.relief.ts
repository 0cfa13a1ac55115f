import { z } from 'zod';
import { data, endpoint, fen, id, month, page, rows, text } from '#platform/contract.ts';
import { listBills, memberYear, orgFilter } from './contract.ts';

export const RELIEFS = { 1: '少缴', 2: '免缴', 3: '缓缴' } as const;
export type ReliefKind = keyof typeof RELIEFS;
const kind = z.coerce
  .number<string | number>('请选择减免方式')
  .refine((value): value is ReliefKind => value in RELIEFS, '请选择减免方式');

const RELIEF_STATES = { pending: '待审批', approved: '已批准', refused: '未批准', withdrawn: '已撤回' } as const;
export type ReliefState = keyof typeof RELIEF_STATES;
export const reliefStateName = (state: ReliefState) => RELIEF_STATES[state];

export const reliefRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  kind: z.number(),
  kindName: z.string(),
  amount: fen,
  fromMonth: z.string(),
  untilMonth: z.string(),
  reason: z.string(),
  state: z.enum(['pending', 'approved', 'refused', 'withdrawn']),
  stateName: z.string(),
  askedName: z.string(),
  askedAt: z.string(),
  deciderOrgName: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type ReliefRow = z.infer<typeof reliefRow>;

export const listReliefs = endpoint({
  method: 'GET',
  path: '/api/dfgl/relief/listPage',
  summary: '党费减免缓缴：申请与批准',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    state: z.enum(['pending', 'approved', 'refused', 'withdrawn'], '状态不正确').optional(),
  }),
  reply: rows(reliefRow),
});

export const askRelief = endpoint({
  method: 'POST',
  path: '/api/dfgl/relief/ask',
  summary: '申请少缴、免缴或缓缴：支部研究后报上一级党委批准（第七条）',
  access: 'dues:collect',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '申请党费减免',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    memberId: id,
    kind,
    /** Fen a month that stay due; of 少缴 alone. */
    amount: fen.min(0, '不能为负数').default(0),
    fromMonth: month,
    untilMonth: month,
    reason: text(300, '支部研究情况和理由').refine((value) => value.length > 0, '请输入支部研究情况和理由'),
  }),
  reply: data(z.object({ id: z.string(), deciderOrgName: z.string() })),
  stale: () => [listReliefs, memberYear],
});

export const decideRelief = endpoint({
  method: 'POST',
  path: '/api/dfgl/relief/decide',
  summary: '批准或不批准减免：由上一级党委，不能是申请人',
  access: 'dues:account',
  scope: 'org',
  targets: { id: 'duesRelief' },
  audit: '审批党费减免',
  subject: ['id:duesRelief'],
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    agree: z.boolean('请选择批准或不批准'),
    opinion: text(200, '意见').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listReliefs, listBills, memberYear],
});

export const withdrawRelief = endpoint({
  method: 'POST',
  path: '/api/dfgl/relief/withdraw',
  summary: '撤回尚未决定的减免申请',
  access: 'dues:collect',
  scope: 'org',
  targets: { id: 'duesRelief' },
  audit: '撤回党费减免申请',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listReliefs, memberYear],
});
