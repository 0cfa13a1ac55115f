import { z } from 'zod';
import { data, endpoint, id, ids, required } from '#platform/contract.ts';

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

/** For how long one reason opens the phones of a list. */
export const PHONES_OPEN_MINUTES = 15;

export const revealPhones = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/reveal/phones',
  summary: '查看名单中各人手机号的原值：逐人留痕，每人计入查看原值的每日次数；没有登记手机号的不计',
  access: revealMember.access,
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '查看原值',
  pii: true,
  atOnce: 4,
  input: z.object({ ids, reason: required(100, '查看原因') }),
  reply: data(z.object({ phones: z.array(z.object({ id: z.string(), value: z.string() })) })),
});
