import { z } from 'zod';
import { count, data, id, text } from '#platform/contract.ts';

/** What the calls share by which work is given to organisations below, handed in, decided and urged. */

export const version = count.pipe(z.int().min(1, '版本不正确'));
/** What an act names: the row and its version as it was read. */
export const step = { id, version };
export const stepped = data(z.object({ version: z.number() }));

/** The files that are attached by an act; none where it leaves them out. */
export const files = z
  .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
  .max(20, '最多20个附件')
  .refine((list) => new Set(list).size === list.length, '附件重复')
  .default([]);

/** What became of what was handed in. */
export const DECISIONS = ['waiting', 'accepted', 'returned', 'recalled'] as const;
export type Decision = (typeof DECISIONS)[number];

/** How whoever gave the work decides on what was handed in. */
export const decisionInput = z.object({
  ...step,
  decision: z.enum(['agree', 'return'], '请选择通过或退回'),
  opinion: text(500, '意见').default(''),
});

/** What urging those that are late or due soon came to. */
export const urged = data(
  z.object({
    due: z.number(),
    reminded: z.number(),
    recently: z.number(),
    /** Organisations without a worker's account. */
    missing: z.array(z.string()),
  }),
);
