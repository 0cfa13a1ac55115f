import { z } from 'zod';
import { endpoint, id, line, page, rows, yearFrom } from '#platform/contract.ts';
import { STATE_NAMES } from './rules.ts';

const year = yearFrom(2000, '年度');

export const unitRow = z.object({
  id: z.string(),
  evaluationId: z.string(),
  evaluationName: z.string(),
  scheme: z.string(),
  year: z.number(),
  evaluationState: z.enum(STATE_NAMES),
  endsOn: z.string(),
  /** Who evaluates. */
  giverName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  group: z.string(),
  /** Per cent. */
  weight: z.number(),
  /** Materials: all, handed in and waiting, passed, failed, not handed in though their day is over. */
  materials: z.number(),
  waiting: z.number(),
  passed: z.number(),
  failed: z.number(),
  late: z.number(),
  /** Hundredths, with the grade's label; of what runs points as far as it is decided, and neither grade nor place. */
  total: z.number().nullable(),
  grade: z.string(),
  place: z.number().nullable(),
  isFinal: z.boolean(),
});
export type UnitRow = z.infer<typeof unitRow>;

export const listUnits = endpoint({
  method: 'GET',
  path: '/api/trinity/unit/listPage',
  summary: '考核单位及其报送和得分：一项考评的，或考评本组织的',
  access: 'trinity:read',
  scope: 'org',
  targets: { evaluationId: 'noun:trinityEvaluation' },
  input: z.object({
    ...page,
    evaluationId: id.optional(),
    /** `own`: of the own organisation alone. */
    view: z.enum(['all', 'own'], '视图不正确').default('all'),
    keyWords: line(60, '名称').optional(),
    group: line(30, '组别').optional(),
    year: year.optional(),
  }),
  reply: rows(unitRow, { groups: z.array(z.string()) }),
});

const orgRow = z.object({
  id: z.string(),
  name: z.string(),
  /** What the organisation is in 三位一体: it evaluates, reviews, is evaluated. */
  gives: z.number(),
  reviews: z.number(),
  /** The evaluations in which it was a unit, the newest first. */
  years: z.array(
    z.object({
      unitId: z.string(),
      year: z.number(),
      name: z.string(),
      group: z.string(),
      place: z.number().nullable(),
      grade: z.string(),
    }),
  ),
});
export type OrgRow = z.infer<typeof orgRow>;

export const ROLES = { unit: '被考评', review: '评审', give: '组织考评' } as const;

export const listOrgs = endpoint({
  method: 'GET',
  path: '/api/trinity/organization/listPage',
  summary: '三位一体的组织：历年在哪个组别被考评、结果怎样，评审哪些板块',
  access: 'trinity:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    keyWords: line(60, '组织名称').optional(),
    role: z.enum(Object.keys(ROLES) as [keyof typeof ROLES, ...(keyof typeof ROLES)[]], '角色不正确').optional(),
    year: year.optional(),
  }),
  reply: rows(orgRow),
});
