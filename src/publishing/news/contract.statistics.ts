import { z } from 'zod';
import { count, data, EXPORT_RATE, endpoint, flag, id, page, required, rows, yearFrom } from '#platform/contract.ts';
import { STEPS, type Step } from './rules.ts';

const period = {
  orgId: id.optional(),
  year: yearFrom(2018).optional(),
  /** Left out: the whole year. */
  month: count.pipe(z.int().min(1, '月份不正确').max(12, '月份不正确')).optional(),
};
const figures = { sent: z.number(), adopted: z.number(), returned: z.number() };

const row = z.object({
  id: z.string(),
  name: z.string(),
  ...figures,
  /** Of what was adopted in the period. */
  readers: z.number(),
  hasBelow: z.boolean(),
});
export type StatisticsRow = z.infer<typeof row>;

export const articleStatistics = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/statistics',
  summary: '稿件统计：下级组织一年或一月的报送、采用、退回和阅读人数',
  access: 'archive:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...period }),
  reply: rows(row, {
    year: z.number(),
    years: z.array(z.number()),
    org: z.object({ id: z.string(), name: z.string() }),
    /** Of the organisation with everything below it, each month of the year. */
    months: z.array(z.object({ month: z.number(), ...figures })),
  }),
});

const counted = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  orgName: z.string(),
  at: z.string(),
  readers: z.number(),
});
export type CountedRow = z.infer<typeof counted>;

export const countedArticles = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/statistics/listPage',
  summary: '稿件统计：一个数里的稿件',
  access: 'archive:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...period,
    step: z.enum(Object.keys(STEPS) as [Step, ...Step[]], '统计项不正确'),
    /** The organisation alone, without those below it. */
    alone: flag.optional(),
  }),
  reply: rows(counted),
});

export const exportStatistics = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/statistics/export',
  summary: '导出稿件统计（后台任务，带水印）',
  access: 'archive:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出稿件统计',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...period, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
