import { z } from 'zod';
import { data, endpoint, fen, id } from '#platform/contract.ts';

/** People whose dues are computed at once: each income is opened for it. */
export const MOST_TRIED = 20_000;

const percent = (what: string) =>
  z
    .number(`请填写${what}`)
    .min(-90, `${what}最多下调90%`)
    .max(300, `${what}最多上调300%`)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${what}最多两位小数`)
    .default(0);

const both = { before: fen, after: fen };
export const trialRow = z.object({
  orgId: z.string(),
  name: z.string(),
  people: z.number(),
  /** A month. */
  ...both,
  /** People who come into another rate. */
  moved: z.number(),
});
export type TrialRow = z.infer<typeof trialRow>;

export const trial = endpoint({
  method: 'POST',
  path: '/api/dfgl/trial',
  summary: '试算：基数上调或下调以后，本组织及下级每月应缴和按另一比例全年上缴的变化；不保存',
  access: 'dues:standard',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  atOnce: 2,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({
    orgId: id,
    /** Of incomes from work, in percent. */
    wage: percent('收入基数'),
    /** Of pensions, in percent. */
    pension: percent('离退休基数'),
    /** The part handed up, in hundredths of a percent; left out: as it is set. */
    ratio: z.int('上缴比例不正确').min(0, '上缴比例不正确').max(10_000, '上缴比例不能超过100%').optional(),
  }),
  reply: data(
    z.object({
      orgName: z.string(),
      rows: z.array(trialRow),
      people: z.number(),
      ...both,
      moved: z.number(),
      /** Members without a standard: nothing is known of them. */
      unknown: z.number(),
      /** Hundredths of a percent; null: none is set. */
      ratio: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
      /** What a whole year comes to, by both ratios; null where there is none. */
      handUp: z.object({ before: fen.nullable(), after: fen.nullable() }),
    }),
  ),
});
