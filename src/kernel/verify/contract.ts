import { z } from 'zod';
import { data, endpoint } from '#platform/contract.ts';
import { verifyCodeInput } from '#platform/text/verifyCode.ts';

export const verifyPaper = endpoint({
  method: 'GET',
  path: '/api/verify/paper',
  summary: '核验纸面上的核验码：这份文件是否真实、是否仍然有效；不登录，只答纸面上已有的内容',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  personal: ['code'],
  input: z.object({ code: verifyCodeInput }),
  reply: data(
    z.object({
      title: z.string(),
      /** Whether it holds today, in words. */
      state: z.string(),
      tone: z.enum(['good', 'warn']),
      orgName: z.string(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
});
