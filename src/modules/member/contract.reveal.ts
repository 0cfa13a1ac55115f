import { z } from 'zod';
import { data, endpoint, id, required } from '#platform/contract.ts';

export const revealMember = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/reveal',
  summary: '查看身份证号或手机号的原值（留痕）',
  access: 'member:reveal',
  scope: 'org',
  targets: { id: 'member' },
  audit: '查看原值',
  pii: true,
  rate: { hits: 200, seconds: 86400, by: 'account' },
  input: z.object({ id, field: z.enum(['idCardNo', 'phonenumber'], '字段不正确'), reason: required(100, '查看原因') }),
  reply: data(z.object({ value: z.string() })),
});

export const memberRevealContract = [revealMember] as const;
