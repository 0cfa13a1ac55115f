import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';

export const urgeAbove = endpoint({
  method: 'POST',
  path: '/api/sys/above/urge',
  summary: '催办本人提出、等待上级党组织办理的申请，两小时一次',
  access: 'session',
  scope: 'own',
  audit: '催办上级审批',
  asks: 'page',
  idempotent: true,
  input: z.object({
    /** What was asked for: as its module has told it to `registerUrgeable`. */
    kind: z.string('请选择催办的申请').min(1, '请选择催办的申请').max(20, '没有这种申请'),
    id,
  }),
  reply: data(z.object({ reached: z.number(), orgName: z.string() })),
});
