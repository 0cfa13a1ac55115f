import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';

/** What is proven: the hours of all years, or the record of one. */
export const PROOFS = { 1: '志愿服务时长证明', 2: '志愿服务卡' } as const;
export type Proof = keyof typeof PROOFS;

const what = {
  kind: z.coerce.number<string | number>('请选择一种').pipe(z.union([z.literal(1), z.literal(2)], '请选择一种')),
};

export const printProof = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/proof',
  summary: '一名志愿者的时长证明（1）或今年的服务卡（2）：答一份PDF，印有核验码',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'member' },
  audit: '打印志愿服务证明',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ ...what, id }),
  reply: paperReply,
});

export const printOwnProof = endpoint({
  method: 'POST',
  path: '/api/sbd/activity/own/proof',
  summary: '本人的时长证明（1）或今年的服务卡（2）：答一份PDF，印有核验码',
  access: 'volunteer:own',
  scope: 'own',
  audit: '打印本人志愿服务证明',
  atOnce: 4,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object(what),
  reply: paperReply,
});
