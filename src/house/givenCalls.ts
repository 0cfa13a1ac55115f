import { z } from 'zod';
import { count, data, id, text } from '#platform/contract.ts';

/** What the calls share by which work is given to organisations below, handed in, decided and urged. */

export const version = count.pipe(z.int().min(1, '版本不正确'));
/** The input of an act on a row: its id and the version that was read. */
export const rowVersion = { id, version };
export const versionReply = data(z.object({ version: z.number() }));

/** The files that are attached by an act; none where it leaves them out. */
export const attachedFiles = z
  .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
  .max(20, '最多20个附件')
  .refine((list) => new Set(list).size === list.length, '附件重复')
  .default([]);

/** What became of what was handed in. */
export const DECISIONS = ['waiting', 'accepted', 'returned', 'recalled'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The input of the decision on what was handed in, by those who gave the work. */
export const decisionInput = z.object({
  ...rowVersion,
  decision: z.enum(['agree', 'return'], '请选择通过或退回'),
  opinion: text(500, '意见').default(''),
});

/** The reply of an urging of all that are late or due soon. */
export const urgeReply = data(
  z.object({
    due: z.number(),
    reminded: z.number(),
    recently: z.number(),
    /** Organisations without a worker's account. */
    missing: z.array(z.string()),
  }),
);
