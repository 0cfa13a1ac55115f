import { z } from 'zod';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, line, oneOf, organisation, text, whole } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { listOrgs, listUnits } from '../contract.read.ts';
import { dayFaults, LEVELS, STATE_NAMES } from '../rules.ts';

const item = z.object({
  id: z.string(),
  title: z.string(),
  standard: z.string(),
  kind: z.number(),
  points: z.number(),
  method: z.number(),
  checkCode: z.string(),
  checkLabel: z.string(),
  breach: z.number(),
  cap: z.number(),
  submit: z.number(),
  inspection: z.number(),
});
export type Item = z.infer<typeof item>;

/** 考评, as a committee writes it; its tree of items, grades and units stand beside it (contract.ts). */
export const evaluation = noun({
  name: 'trinityEvaluation',
  label: '考评',
  measure: '项',
  table: 'trinity_evaluation',
  title: 'name',
  access: { read: 'trinity:read', write: 'trinity:set', remove: 'trinity:set' },
  fields: {
    name: line('考评名称', { required: true, max: 60, wide: true, unique: '这一年已有同名的考评' }),
    orgId: organisation('考评组织'),
    scheme: line('方案', { required: true, max: 20, hint: '例如：三位一体、述职评议考核', sample: '三位一体' }),
    year: whole('年度', { required: true, min: 2000, max: 2199, sample: '2026' }),
    level: oneOf('考评级别', LEVELS, { required: true }),
    startsOn: day('开始日期', { required: true, future: true, sample: '2026-01-01' }),
    endsOn: day('截止日期', { required: true, future: true, sample: '2026-12-31', hint: '当天以后不再收资料' }),
    note: text('说明', { max: 1000, blank: true }),
  },
  sections: {
    考评信息: ['name', 'orgId', 'scheme', 'level', 'note'],
    时间: ['year', 'startsOn', 'endsOn'],
  },
  list: ['name', 'scheme', 'year', 'level', 'orgId', 'startsOn', 'endsOn'],
  filters: ['level', 'startsOn'],
  shown: {
    state: z.enum(STATE_NAMES),
    reason: z.string(),
    openedBy: z.string(),
    openedOn: z.string().nullable(),
    closedBy: z.string(),
    closedOn: z.string().nullable(),
    grades: z.array(z.object({ label: z.string(), from: z.number() })),
    parts: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        reviewerId: z.string().nullable(),
        reviewerName: z.string(),
        items: z.array(item),
      }),
    ),
    /** Sum of the maxima, hundredths. */
    points: z.number(),
    units: z.number(),
    /** Materials that wait for a review, and units with something late. */
    waiting: z.number(),
    late: z.number(),
    /** The unit of the session's own organisation; null: it is not among them. */
    ownUnitId: z.string().nullable(),
    /** Why it cannot be opened yet. */
    fault: z.string(),
    own: z.object({ set: z.boolean(), open: z.boolean(), run: z.boolean() }),
  },
  made: ['grades', 'state', 'reason', 'opened_at', 'opened_by', 'closed_at', 'closed_by'],
  check: ({ year, startsOn, endsOn }): Record<string, string> =>
    year && startsOn && endsOn ? dayFaults({ year, startsOn, endsOn }) : {},
});

export const evaluationCalls = nounCalls(evaluation, {
  path: '/api/trinity/evaluation',
  ask: { state: z.enum(STATE_NAMES, '状态不正确').optional() },
  stale: () => [listUnits, listOrgs],
});
