import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id, line, page, required, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { scoreRow } from './contract.score.ts';
import { FIGURE_NAMES, type Figure, SORT_NAMES } from './rules.report.ts';
import { STATE_NAMES } from './rules.ts';

/** What every report says of its evaluation. */
const head = {
  evaluationId: z.string(),
  name: z.string(),
  scheme: z.string(),
  year: z.number(),
  state: z.enum(STATE_NAMES),
  /** Points, grades and places as they were frozen; else points as far as it is decided, no grades and no places. */
  isFinal: z.boolean(),
  endsOn: z.string(),
  giverName: z.string(),
  asOf: z.string(),
  groups: z.array(z.string()),
};
/** Hundredths; null where nothing counts yet. */
const spread = { mean: z.number().nullable(), least: z.number().nullable(), most: z.number().nullable() };

const orgReportRow = z.object({
  unitId: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  group: z.string(),
  /** Per cent. */
  weight: z.number(),
  /** Whether the session sees more of it than its place. */
  isSeen: z.boolean(),
  /** Points by part, in the order of `parts`; null: nothing counts yet, or not the session's to see. */
  parts: z.array(z.number().nullable()),
  total: z.number().nullable(),
  grade: z.string(),
  /** Null while it runs. */
  place: z.number().nullable(),
  /** Items that points have been given for. */
  decided: z.number(),
  before: z.object({ total: z.number().nullable(), grade: z.string(), place: z.number().nullable() }).nullable(),
  /** Points won since the year before, hundredths; places won within the same group. */
  totalChange: z.number().nullable(),
  placeChange: z.number().nullable(),
});
export type OrgReportRow = z.infer<typeof orgReportRow>;

export const orgReport = endpoint({
  method: 'GET',
  path: '/api/trinity/report/org',
  summary: '组织报表：一项考评各单位的板块得分、总分、等次、名次和比上年的变化',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  large: true,
  input: z.object({ evaluationId: id }),
  reply: data(
    z.object({
      ...head,
      /** The closed evaluation of the same name, organisation and scheme of the year before. */
      before: z.object({ name: z.string(), year: z.number() }).nullable(),
      parts: z.array(z.object({ id: z.string(), title: z.string(), points: z.number() })),
      total: z.object(spread),
      grades: z.array(z.object({ label: z.string(), units: z.number() })),
      /** Items of the evaluation. */
      items: z.number(),
      rows: z.array(orgReportRow),
    }),
  ),
});
export type OrgReport = z.infer<typeof orgReport.reply.schema>;

export const scoreReport = endpoint({
  method: 'GET',
  path: '/api/trinity/report/score',
  summary: '得分报表：各指标的平均、高低和失分，指标乘单位的得分',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  large: true,
  input: z.object({ evaluationId: id, group: line(30, '组别').optional() }),
  reply: data(
    z.object({
      ...head,
      items: z.array(
        z.object({
          id: z.string(),
          partTitle: z.string(),
          title: z.string(),
          points: z.number(),
          ...spread,
          /** Lost by all units together. */
          lost: z.number(),
        }),
      ),
      units: z.array(
        z.object({
          unitId: z.string(),
          orgName: z.string(),
          group: z.string(),
          total: z.number().nullable(),
          /** In the order of `items`. */
          scores: z.array(z.number().nullable()),
        }),
      ),
    }),
  ),
});
export type ScoreReport = z.infer<typeof scoreReport.reply.schema>;

const figures = z.object(
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, z.number()])) as Record<Figure, z.ZodNumber>,
);

export const materialReport = endpoint({
  method: 'GET',
  path: '/api/trinity/report/material',
  summary: '资料报表：各单位、各指标的资料报了多少、按时多少、通过多少',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  large: true,
  input: z.object({ evaluationId: id }),
  reply: data(
    z.object({
      ...head,
      total: figures,
      units: z.array(z.object({ id: z.string(), name: z.string(), group: z.string(), figures })),
      items: z.array(z.object({ id: z.string(), title: z.string(), partTitle: z.string(), figures })),
    }),
  ),
});
export type MaterialReport = z.infer<typeof materialReport.reply.schema>;

const behind = {
  evaluationId: id,
  unitId: id.optional(),
  itemId: id.optional(),
  view: z.enum(FIGURE_NAMES, '没有这个数').default('all'),
};

export const listBehind = endpoint({
  method: 'GET',
  path: '/api/trinity/report/material/listPage',
  summary: '资料报表里一个数背后的资料，单位和指标可以一起定',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation', unitId: 'trinityUnit' },
  input: z.object({ ...page, ...behind, keyWords: line(60, '指标或组织').optional() }),
  reply: rows(scoreRow, {
    evaluationName: z.string(),
    /** Of the unit and the item that are asked for; empty: of all. */
    unitName: z.string(),
    itemTitle: z.string(),
    /** Of that unit and item. */
    figures,
  }),
});

export const exportBehind = endpoint({
  method: 'POST',
  path: '/api/trinity/report/material/export',
  summary: '导出资料报表里一个数背后的资料，带导出编号',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation', unitId: 'trinityUnit' },
  audit: '导出考评资料清单',
  rate: EXPORT_RATE,
  idempotent: true,
  input: z.object({ ...behind, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

export const REPORTS = { org: '组织报表', score: '得分报表', material: '资料报表' } as const;
export type ReportKind = keyof typeof REPORTS;

/** Which report of which evaluation, narrowed as the page shows it. */
const asked = z.object({
  evaluationId: id,
  kind: z.enum(['org', 'score', 'material'], '请选择报表'),
  group: line(30, '组别').default(''),
  grade: line(10, '等次').default(''),
  sort: z.enum(SORT_NAMES, '没有这种排序').default('group'),
  /** 资料报表: by unit or by item. */
  by: z.enum(['units', 'items'], '请选择单位或指标').default('units'),
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/trinity/report/export',
  summary: '导出考评报表，带导出编号',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  audit: '导出考评报表',
  rate: EXPORT_RATE,
  input: asked,
  reply: file,
});

export const printReport = endpoint({
  method: 'POST',
  path: '/api/trinity/report/print',
  summary: '打印考评报表',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  audit: '打印考评报表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: asked,
  reply: paperReply,
});
