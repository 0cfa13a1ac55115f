import { z } from 'zod';
import { data, endpoint, fen, file, flag, id, line, month } from '#platform/contract.ts';
import { listStandards } from './contract.standard.ts';
import { listBills, memberYear } from './contract.ts';
import { PAYER_VALUES, type Payer } from './rules.ts';

/** People whose standards are set at once. */
export const MOST_AT_ONCE = 500;

const gridRow = z.object({
  memberId: z.string(),
  name: z.string(),
  personCategoryName: z.string(),
  /** Of the standard that counts now; null: none. */
  payer: z.number().nullable(),
  base: fen.nullable(),
  amount: fen.nullable(),
  fromMonth: z.string(),
  /** The income was entered by its parts: set here it becomes one sum. */
  byParts: z.boolean(),
});
export type GridRow = z.infer<typeof gridRow>;

export const gridStandards = endpoint({
  method: 'GET',
  path: '/api/dfgl/standard/grid',
  summary: '一个党支部全部党员现行的党费标准，含收入，供成批设置',
  access: 'dues:standard',
  scope: 'org',
  targets: { orgId: 'org' },
  pii: true,
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      orgName: z.string(),
      current: z.string(),
      rows: z.array(gridRow),
      /** More people than are set at once: a branch of that size is no branch. */
      more: z.boolean(),
    }),
  ),
});

const payer = z.coerce
  .number<string | number>('请选择缴费类别')
  .refine((value): value is Payer => (PAYER_VALUES as number[]).includes(value), '请选择缴费类别');

const setting = {
  orgId: id,
  fromMonth: month,
  keeps: flag.default(false),
  reason: line(100, '说明').default(''),
  rows: z
    .array(
      z.object({
        memberId: id,
        payer,
        base: fen.min(0, '不能为负数').max(1_000_000_000, '金额太大，请核对').default(0),
      }),
    )
    .min(1, '没有要设置的党员')
    .max(MOST_AT_ONCE, `一次最多${MOST_AT_ONCE}人`),
};

const outcome = z.object({
  memberId: z.string(),
  name: z.string(),
  /** Of the month: null where there was no standard. */
  before: fen.nullable(),
  after: fen,
  sentence: z.string(),
  /** Open months that are computed anew. */
  months: z.number(),
  /** Why it cannot be; empty: it can. */
  fault: z.string(),
});
export type Outcome = z.infer<typeof outcome>;

export const previewStandards = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/bulkPreview',
  summary: '成批设置前的试算：每人每月原来和以后应缴，合计，哪些不能设；不保存',
  access: 'dues:standard',
  scope: 'org',
  targets: { orgId: 'org' },
  pii: true,
  silent: true,
  input: z.object(setting),
  reply: data(z.object({ rows: z.array(outcome), before: fen, after: fen })),
});

export const setStandards = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/bulk',
  summary: '成批设置党费标准：从某月起；一人不符合就都不保存；已缴的月份不变，未缴的重算',
  access: 'dues:standard',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '成批设置党费标准',
  subject: ['rows[].memberId'],
  idempotent: true,
  pii: true,
  input: z.object(setting),
  reply: data(z.object({ count: z.number(), after: fen })),
  stale: () => [gridStandards, listStandards, listBills, memberYear],
});

export const standardTemplate = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/template',
  summary: '下载成批设置党费标准的表：一个党支部的党员和缴费类别，收入留空',
  access: 'dues:standard',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: file,
});

/** Multipart: `file` (xlsx, xls or csv), `orgId` of the branch. */
export const readStandards = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/read',
  summary: '读回填好的党费标准表：只读出各格，核对后由设置人保存',
  access: 'dues:standard',
  scope: 'org',
  upload: true,
  pii: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(
    z.object({
      rows: z.array(z.object({ memberId: z.string(), payer: z.string(), base: z.string() })),
      /** Lines that name nobody of the branch, or more than one. */
      passed: z.array(z.string()),
    }),
  ),
});
