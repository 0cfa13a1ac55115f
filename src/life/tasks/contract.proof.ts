import { z } from 'zod';
import { data, endpoint, line } from '#platform/contract.ts';

export const PROOF_KINDS = { life: '组织生活会议', work: '工作会议', affair: '三务公开', reward: '奖惩情况' } as const;
export type ProofKind = keyof typeof PROOF_KINDS;

/** Records that one report may name. */
export const MAX_PROOFS = 10;
/** Records of each kind that are offered, the latest first. */
export const OFFERED = 20;

/** A record as a report names it: its kind and its id. */
export const proofKey = z.string().regex(/^(life|work|affair|reward):[1-9]\d{0,17}$/, '引用的记录不正确');

export const proof = z.object({
  /** `kind:id`. */
  key: z.string(),
  kindName: z.string(),
  title: z.string(),
  day: z.string(),
  /** The page of the source. */
  path: z.string(),
});
export type Proof = z.infer<typeof proof>;

export const partProofs = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/part/proofs',
  summary: '上报时可以引用的本组织记录：已提交的会议、已发纪要的工作会议、已公开的事项、奖惩',
  access: 'task:answer',
  scope: 'org',
  input: z.object({ keyWords: line(60, '名称').optional() }),
  reply: data(z.array(proof)),
});
