import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id } from '#platform/contract.ts';
import { yearField } from './contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    assessPlan: true;
    assessMonth: true;
    assessResult: true;
    assessExemption: true;
  }
}

/** People of one sheet; more are exported street by street. */
export const SHEET_PEOPLE = 20_000;

export const exportStatistics = endpoint({
  method: 'POST',
  path: '/api/score/assess/statistics/export',
  summary: '导出党员考核统计：12个月、月均、年度和等次，带导出编号',
  access: 'assess:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出党员考核统计',
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional(), year: yearField.optional() }),
  reply: file,
});

const branch = z.object({
  orgId: z.string(),
  orgName: z.string(),
  people: z.number(),
  /** Of confirmed months, in hundredths. */
  mean: z.number(),
  /** Standard deviation over its people's means, in hundredths. */
  spread: z.number(),
  least: z.number(),
  most: z.number(),
  /** `alike`: hardly any difference between people; `high`, `low`: far off the other branches. */
  marks: z.array(z.enum(['alike', 'high', 'low'])),
});
export type FairRow = z.infer<typeof branch>;

export const fairness = endpoint({
  method: 'GET',
  path: '/api/score/assess/fairness',
  summary: '评分是否公允：分数几乎一样的支部、和其他支部差得远的支部',
  access: 'assess:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional(), year: yearField.optional() }),
  reply: data(
    z.object({
      year: z.number(),
      years: z.array(z.number()),
      orgName: z.string(),
      /** Branches whose months are confirmed. */
      branches: z.number(),
      /** Of the branches' means: the middle one, in hundredths. */
      middle: z.number(),
      rows: z.array(branch),
    }),
  ),
});
