import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, page, required, rows } from '#platform/contract.ts';
import type { Side } from './contract.ts';

const side = z.enum(['out', 'in'] satisfies Side[], '请选择流出或流入');

const belowRow = z.object({
  id: z.string(),
  name: z.string(),
  isLeaf: z.boolean(),
  out: z.number(),
  in: z.number(),
  waiting: z.number(),
  lost: z.number(),
  overdue: z.number(),
  history: z.number(),
});
export type BelowRow = z.infer<typeof belowRow>;

export const listBelow = endpoint({
  method: 'GET',
  path: '/api/flow/under/list',
  summary: '下级列表：直接下级党组织及其全部下级的流动党员数；没有下级的只列本组织',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional() }),
  reply: rows(belowRow, { orgName: z.string() }),
});

export const flowReport = endpoint({
  method: 'GET',
  path: '/api/flow/report',
  summary: '流出（流入）报表：现在的流动党员按地区、行业和原因的人数',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ side, orgId: id.optional() }),
  reply: data(
    z.object({
      orgName: z.string(),
      cells: z.array(z.object({ region: z.string(), reason: z.number(), trade: z.number(), n: z.number() })),
    }),
  ),
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/flow/report/export',
  summary: '导出流出（流入）报表，只有人数（后台任务，带水印）',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出流动党员报表',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ side, orgId: id.optional(), purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

/** How many people of one region, as far as the record names it. */
const place = z.object({
  /** Six digits of GB/T 2260; `abroad`; empty: no region of the table. */
  code: z.string(),
  out: z.number(),
  in: z.number(),
});
export type FlowPlace = z.infer<typeof place>;

export const flowStatistics = endpoint({
  method: 'GET',
  path: '/api/flow/statistics',
  summary: '流动统计：现在的人数、联系情况、按地区分布、原因和行业，以及近十二个月的流出、返回和流入',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      orgName: z.string(),
      today: z.string(),
      figures: z.object({
        out: z.number(),
        in: z.number(),
        waiting: z.number(),
        lost: z.number(),
        overdue: z.number(),
        history: z.number(),
        /** Of those away now: reached within a month; taken in at the place of inflow; with a certificate in hand. */
        reached: z.number(),
        received: z.number(),
        certified: z.number(),
      }),
      places: z.array(place),
      reasons: z.array(z.object({ code: z.number(), n: z.number() })),
      trades: z.array(z.object({ code: z.number(), n: z.number() })),
      /** The last twelve months, the oldest first, `YYYY-MM`. */
      months: z.array(z.object({ month: z.string(), went: z.number(), back: z.number(), came: z.number() })),
    }),
  ),
});
