import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id, line, required, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';

const figures = z.object({
  /** Hundredths; null where nothing counts yet. */
  mean: z.number().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
});

const reportOrg = z.object({
  orgId: z.string(),
  name: z.string(),
  group: z.string(),
  parentId: z.string().nullable(),
  parentName: z.string(),
  total: z.number().nullable(),
  grade: z.number().nullable(),
  /** Null before the results are drawn, like the grade. */
  place: z.number().nullable(),
  /** Items of which all is decided. */
  decided: z.number(),
  /** By item, in the order of `items`; null: nothing counts yet, or it is exempt. */
  scores: z.array(z.object({ points: z.number().nullable(), isExempt: z.boolean() })),
});

export const planReport = endpoint({
  method: 'GET',
  path: '/api/integral/report',
  summary: '考核结果：组织乘项目的得分、各项的平均与高低、失分多的项目',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      name: z.string(),
      year: z.number(),
      orgName: z.string(),
      stateName: z.string(),
      isFinal: z.boolean(),
      asOf: z.string(),
      items: z.array(
        figures.extend({
          id: z.string(),
          name: z.string(),
          kindName: z.string(),
          typeName: z.string(),
          points: z.number(),
          /** Lost by all organisations together. */
          lost: z.number(),
        }),
      ),
      total: figures,
      rows: z.array(reportOrg),
      /** By the organisation above: how many have which grade. */
      gather: z.array(
        figures.extend({
          orgId: z.string(),
          name: z.string(),
          orgs: z.number(),
          grades: z.array(z.number()),
        }),
      ),
    }),
  ),
});
export type PlanReport = z.infer<typeof planReport.reply.schema>;

export const monthReport = endpoint({
  method: 'GET',
  path: '/api/integral/report/months',
  summary: '月度项目：每月报送的项目各月交了多少、通过多少、平均几分',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      name: z.string(),
      year: z.number(),
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          points: z.number(),
          months: z.array(
            z.object({
              month: z.number(),
              dueOn: z.string(),
              cells: z.number(),
              submitted: z.number(),
              passed: z.number(),
              late: z.number(),
              mean: z.number().nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const REPORT_KINDS = { items: '分项统计', gather: '汇总报表', months: '月度项目' } as const;
export const exportReport = endpoint({
  method: 'POST',
  path: '/api/integral/report/export',
  summary: '导出考核报表：分项统计、汇总报表或月度项目，带导出编号',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '导出考核报表',
  rate: EXPORT_RATE,
  input: z.object({ id, kind: z.enum(['items', 'gather', 'months'], '请选择报表') }),
  reply: file,
});

export const printReport = endpoint({
  method: 'POST',
  path: '/api/integral/report/print',
  summary: '打印考核报表：分项统计、汇总报表或月度项目',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '打印考核报表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: exportReport.input,
  reply: paperReply,
});

export const LEVELS = { 特提: '特提', 特急: '特急', 加急: '加急', 平急: '平急' } as const;
export const cableFields = {
  level: z.enum(['特提', '特急', '加急', '平急'], '请选择等级'),
  number: required(30, '编号'),
  to: required(200, '发往'),
  title: required(60, '标题'),
  text: text(2000, '正文').refine((value) => value !== '', '请输入正文'),
  /** How many organisations the table names, best first. */
  rows: line(3, '表格行数').default('20'),
};
export const printCable = endpoint({
  method: 'POST',
  path: '/api/integral/report/cable',
  summary: '打印明传电报：等级、编号、发往、正文和考核结果表，答一份PDF',
  access: 'integral:read',
  scope: 'org',
  targets: { id: 'integral' },
  audit: '打印考核明传电报',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id, ...cableFields }),
  reply: paperReply,
});
