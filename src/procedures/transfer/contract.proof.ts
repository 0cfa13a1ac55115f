import { z } from 'zod';
import { date, done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';

export const PROOF_STATES = { valid: '有效', expired: '已过期', void: '已作废' } as const;
export type ProofState = keyof typeof PROOF_STATES;

const proofRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  number: z.string(),
  byName: z.string(),
  toName: z.string(),
  reason: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  issuedOn: z.string(),
  handler: z.string(),
  state: z.enum(Object.keys(PROOF_STATES) as [ProofState]),
  stateName: z.string(),
  voidReason: z.string(),
  printed: z.number(),
  version: z.number(),
  can: z.object({ print: z.boolean(), void: z.boolean() }),
});
export type ProofRow = z.infer<typeof proofRow>;

export const listProofs = endpoint({
  method: 'GET',
  path: '/api/zzgx/proof/listPage',
  summary: '党员证明信：本组织及下级党员的，新的在前',
  access: 'relation:letter',
  scope: 'org',
  personal: ['name'],
  input: z.object({
    ...page,
    name: line(30, '姓名').optional(),
    state: z.enum(Object.keys(PROOF_STATES) as [ProofState], '状态不正确').optional(),
  }),
  reply: rows(proofRow, {
    /** By the database's day. */
    today: z.string(),
  }),
});

export const addProof = endpoint({
  method: 'POST',
  path: '/api/zzgx/proof',
  summary: '给短期外出（六个月以内）的党员开证明信，组织关系不转；编号按开具组织和年度连续',
  access: 'relation:letter',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '开具党员证明信',
  idempotent: true,
  input: z.object({
    memberId: id,
    toName: required(80, '去往的党组织或单位'),
    reason: required(100, '外出事由'),
    startsOn: date,
    endsOn: date,
  }),
  reply: done,
  stale: () => [listProofs],
});

export const voidProof = endpoint({
  method: 'POST',
  path: '/api/zzgx/proof/void',
  summary: '作废一份党员证明信，写明原因；编号不再使用',
  access: 'relation:letter',
  scope: 'org',
  audit: '作废党员证明信',
  idempotent: true,
  input: z.object({ id, version: z.int('版本不正确'), reason: required(200, '原因') }),
  reply: done,
  stale: () => [listProofs],
});

export const printProof = endpoint({
  method: 'POST',
  path: '/api/zzgx/proof/print',
  summary: '打印党员证明信；完整证件号须有查看完整信息的权限',
  access: 'relation:letter',
  scope: 'org',
  audit: '打印党员证明信',
  atOnce: 4,
  pii: true,
  rate: { hits: 200, seconds: 3600, by: 'account' },
  input: z.object({ id, full: z.boolean().default(false) }),
  reply: paperReply,
  stale: () => [listProofs],
});
