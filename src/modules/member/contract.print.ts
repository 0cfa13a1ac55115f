import { z } from 'zod';
import { data, endpoint, ids, required } from '#platform/contract.ts';
import { revealMember } from './contract.reveal.ts';

/** As many sheets as one print run takes. */
export const PRINT_PORTION = 50;

export const revealForPrint = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/print/reveal',
  summary: '打印用：所选人员身份证号和手机号的原值（逐人留痕），与印在表上的导出编号；每人计入查看原值的每日次数',
  access: revealMember.access,
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '打印完整证件号和手机号',
  pii: true,
  input: z.object({
    ids: ids.refine((list) => list.length <= PRINT_PORTION, `一次最多${PRINT_PORTION}人`),
    form: z.enum(['register', 'collect'], '请选择要打印的表'),
    reason: required(100, '打印用途'),
  }),
  reply: data(
    z.object({
      /** Who prints, where, when and for what, with a number by which the paper is traced. */
      mark: z.string(),
      people: z.array(z.object({ id: z.string(), idCardNo: z.string(), phonenumber: z.string() })),
    }),
  ),
});

export const memberPrintContract = [revealForPrint] as const;
