import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';

export const proposeTraining = endpoint({
  method: 'GET',
  path: '/api/fzdy/training',
  summary: '第11步集中培训的建议：确定为发展对象以来学时台账里的集中培训和学习证明',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  input: z.object({ fileId: id }),
  reply: data(
    z.object({
      from: z.string(),
      /** Whole class hours and days of 集中培训. */
      hours: z.number(),
      days: z.number(),
      /** The day that it ended by; null: nothing is known. */
      endsOn: z.string().nullable(),
      certificates: z.array(
        z.object({
          number: z.string(),
          title: z.string(),
          startsOn: z.string(),
          endsOn: z.string(),
          hours: z.number(),
        }),
      ),
    }),
  ),
});
