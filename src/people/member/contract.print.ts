import { z } from 'zod';
import { endpoint, ids, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { revealMember } from './contract.reveal.ts';

/** As many sheets as one print run takes. */
export const PRINT_PORTION = 50;

const asked = z.object({
  ids: ids.refine((list) => list.length <= PRINT_PORTION, `一次最多${PRINT_PORTION}人`),
  form: z.enum(['register', 'collect'], '请选择要打印的表'),
});

export const printMembers = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/print',
  summary: '打印党员登记表或信息采集表：答一份PDF，证件号和手机号遮蔽，印有导出编号',
  access: 'session',
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '打印人员表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: asked,
  reply: paperReply,
});

export const printMembersFull = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/print/reveal',
  summary:
    '打印党员登记表或信息采集表：答一份PDF，证件号和手机号为原值（逐人留痕），印有导出编号；每人计入查看原值的每日次数',
  access: revealMember.access,
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '打印完整证件号和手机号',
  pii: true,
  atOnce: 4,
  input: asked.extend({ reason: required(100, '打印用途') }),
  reply: paperReply,
});
