import { z } from 'zod';
import { count, data, done, endpoint, id, ids, page, rows, text, yearFrom } from '#platform/contract.ts';

export const yearField = yearFrom(2018);
const monthField = count.pipe(z.int().min(1, '月份不正确').max(12, '月份不正确'));

const monthCell = z.object({
  month: z.number(),
  /** None: nothing was scored; `past`: before the person came, or the month has not begun; `exempt`: 免考 of everything. */
  state: z.enum(['none', 'saved', 'submitted', 'confirmed', 'returned', 'overdue', 'past', 'exempt']),
  total: z.number().nullable(),
  monthId: z.string(),
});
const personRow = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  probationary: z.boolean(),
  /** The year's 免考 in words; empty: none. */
  exempt: z.string(),
  months: z.array(monthCell),
  /** Of the counted months. */
  mean: z.number().nullable(),
  yearTotal: z.number().nullable(),
  grade: z.string(),
  can: z.object({ score: z.boolean() }),
});
export type PersonRow = z.infer<typeof personRow>;

export const statistics = endpoint({
  method: 'GET',
  path: '/api/score/assess/statistics',
  summary: '党员考核统计：党员×12个月，全年和等次',
  access: 'assess:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional(), year: yearField.optional() }),
  reply: rows(personRow, {
    year: z.number(),
    years: z.array(z.number()),
    orgId: z.string(),
    orgName: z.string(),
    planName: z.string(),
    /** Months that are to be scored now and are not, and those that wait for confirmation. */
    overdue: z.number(),
    submitted: z.number(),
  }),
});

const item = z.object({
  itemId: z.string(),
  name: z.string(),
  kindName: z.string(),
  standard: z.string(),
  most: z.number(),
  dimension: z.string(),
  suggested: z.number().nullable(),
  score: z.number().nullable(),
  reason: z.string(),
  evidence: z.array(
    z.object({ day: z.string(), title: z.string(), given: z.number(), why: z.string(), link: z.string() }),
  ),
});
export const monthSheet = z.object({
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  year: z.number(),
  month: z.number(),
  monthId: z.string(),
  state: z.number().nullable(),
  stateName: z.string(),
  total: z.number(),
  opinion: z.string(),
  scoredName: z.string(),
  decidedName: z.string(),
  version: z.number(),
  items: z.array(item),
  /** Items that leave in this month, with why. */
  exempt: z.array(z.object({ name: z.string(), reason: z.string() })),
  can: z.object({ score: z.boolean(), decide: z.boolean() }),
});
export type MonthSheet = z.infer<typeof monthSheet>;

const of = { memberId: id, year: yearField, month: monthField };
export const getMonth = endpoint({
  method: 'GET',
  path: '/api/score/assess/month',
  summary: '一名党员一个月的考核：项目、建议分和依据',
  access: 'assess:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object(of),
  reply: data(monthSheet),
});

const cell = z.object({
  itemId: id,
  /** Hundredths. */
  score: count.pipe(z.int().min(0, '得分不能小于0').max(10_000, '得分太大')),
  reason: text(200, '理由').default(''),
});
export const saveMonth = endpoint({
  method: 'POST',
  path: '/api/score/assess/month',
  summary: '评分：保存或提交；与建议分不同的写明理由',
  access: 'assess:score',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '党员考核评分',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    ...of,
    version: z.int().min(0),
    submit: z.boolean().default(false),
    cells: z.array(cell).min(1).max(60),
  }),
  reply: data(z.object({ version: z.number(), total: z.number() })),
  stale: () => [getMonth, statistics, grid],
});

export const decideMonth = endpoint({
  method: 'POST',
  path: '/api/score/assess/month/decide',
  summary: '确认或退回已提交的评分',
  access: 'assess:score',
  scope: 'org',
  targets: { ids: 'assessMonth[]' },
  audit: '确认党员考核评分',
  subject: ['ids:assessMonth'],
  idempotent: true,
  input: z.object({ ids, agree: z.boolean(), opinion: text(200, '退回原因').default('') }),
  reply: data(z.object({ decided: z.number(), skipped: z.number() })),
  stale: () => [getMonth, statistics, grid],
});

export const MAX_PEOPLE = 200;
export const grid = endpoint({
  method: 'GET',
  path: '/api/score/assess/grid',
  summary: '批量评分：党员×项目',
  access: 'assess:read',
  scope: 'org',
  targets: { ids: 'member[]' },
  input: z.object({ ids, year: yearField, month: monthField }),
  reply: data(
    z.object({
      year: z.number(),
      month: z.number(),
      items: z.array(z.object({ itemId: z.string(), name: z.string(), most: z.number() })),
      people: z.array(
        z.object({
          memberId: z.string(),
          name: z.string(),
          orgName: z.string(),
          version: z.number(),
          stateName: z.string(),
          can: z.boolean(),
          /** In the order of the items. */
          cells: z.array(
            z.object({
              score: z.number().nullable(),
              suggested: z.number().nullable(),
              reason: z.string(),
              exempt: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type GridSheet = z.infer<typeof grid.reply.schema>;

export const saveGrid = endpoint({
  method: 'POST',
  path: '/api/score/assess/grid',
  summary: '保存批量评分：只写改动的格，被他人改过的指名退回',
  access: 'assess:score',
  scope: 'org',
  audit: '批量评分',
  subject: ['people[].memberId'],
  idempotent: true,
  input: z.object({
    year: yearField,
    month: monthField,
    submit: z.boolean().default(false),
    people: z
      .array(z.object({ memberId: id, version: z.int().min(0), cells: z.array(cell).min(1).max(60) }))
      .min(1, '没有改动')
      .max(MAX_PEOPLE, `一次最多${MAX_PEOPLE}人`),
  }),
  reply: data(z.object({ saved: z.number(), stale: z.array(z.string()) })),
  stale: () => [getMonth, statistics, grid],
});

export const monthChanges = endpoint({
  method: 'GET',
  path: '/api/score/assess/changes',
  summary: '考核明细：谁在什么时候把哪一项从多少改到多少',
  access: 'assess:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object(of),
  reply: data(
    z.object({
      name: z.string(),
      changes: z.array(
        z.object({
          id: z.string(),
          act: z.string(),
          itemName: z.string(),
          old: z.number().nullable(),
          new: z.number().nullable(),
          reason: z.string(),
          madeBy: z.string(),
          madeAt: z.string(),
        }),
      ),
    }),
  ),
});

export const rewardPunish = endpoint({
  method: 'GET',
  path: '/api/score/assess/rewardPunish',
  summary: '一名党员一年的奖惩：取自党员档案奖惩情况',
  access: 'assess:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id, year: yearField }),
  reply: data(
    z.object({
      name: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          typeName: z.string(),
          name: z.string(),
          levelName: z.string(),
          approvedOn: z.string(),
          approvedBy: z.string(),
          points: z.number(),
        }),
      ),
      rewards: z.number(),
      punish: z.number(),
    }),
  ),
});

const yearPerson = z.object({
  id: z.string(),
  name: z.string(),
  months: z.number(),
  mean: z.number().nullable(),
  appraisal: z.number().nullable(),
  rewards: z.number(),
  punish: z.number(),
  total: z.number().nullable(),
  place: z.number().nullable(),
  grade: z.number(),
  gradeName: z.string(),
  note: z.string(),
  seen: z.boolean(),
});
export const yearResult = z.object({
  orgId: z.string(),
  orgName: z.string(),
  year: z.number(),
  id: z.string(),
  state: z.number().nullable(),
  stateName: z.string(),
  edition: z.number(),
  shownOn: z.string().nullable(),
  shownUntil: z.string().nullable(),
  version: z.number(),
  people: z.array(yearPerson),
  can: z.object({ compute: z.boolean(), show: z.boolean(), settle: z.boolean() }),
});
export type YearResult = z.infer<typeof yearResult>;

export const getResult = endpoint({
  method: 'GET',
  path: '/api/score/assess/result',
  summary: '一个党支部一年的考核结果',
  access: 'assess:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional(), year: yearField.optional() }),
  reply: data(yearResult),
});

export const computeResult = endpoint({
  method: 'POST',
  path: '/api/score/assess/result',
  summary: '测算年度结果：月均分、民主评议、奖惩；生效后另立新版须写原因',
  access: 'assess:score',
  scope: 'org',
  audit: '测算党员考核年度结果',
  idempotent: true,
  input: z.object({
    year: yearField,
    appraisals: z
      .array(z.object({ memberId: id, grade: count.pipe(z.int().min(1, '请选择评议等次').max(4, '请选择评议等次')) }))
      .max(1000)
      .default([]),
    reason: text(200, '原因').default(''),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [getResult, statistics],
});

export const showResult = endpoint({
  method: 'POST',
  path: '/api/score/assess/result/show',
  summary: '公示年度结果：五个工作日，通知每名党员',
  access: 'assess:score',
  scope: 'org',
  targets: { id: 'assessResult' },
  audit: '公示党员考核年度结果',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number(), until: z.string() })),
  stale: () => [getResult],
});

export const settleResult = endpoint({
  method: 'POST',
  path: '/api/score/assess/result/settle',
  summary: '公示期满后生效，不再改动',
  access: 'assess:score',
  scope: 'org',
  targets: { id: 'assessResult' },
  audit: '党员考核年度结果生效',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getResult, statistics],
});

/** Named by the specification. */
export const getCurrentYearScore = endpoint({
  method: 'POST',
  path: '/api/score/assess/getCurrentYearScore',
  summary:
    '本人本年度考核：总分、基础分和六个维度、已确认的月份、还没有评的月份；等次在结果定下以后，本年度还在进行，不排名次',
  access: 'assess:own',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      year: z.number(),
      counted: z.boolean(),
      message: z.string(),
      total: z.number().nullable(),
      grade: z.string(),
      /** What `total` is made of: the base, and each dimension with what was added and taken away. */
      parts: z.array(z.object({ name: z.string(), score: z.number(), mean: z.number() })),
      months: z.array(z.object({ month: z.number(), total: z.number().nullable() })),
      openMonths: z.array(z.number()),
      result: z
        .object({
          id: z.string(),
          stateName: z.string(),
          total: z.number().nullable(),
          grade: z.string(),
          shownUntil: z.string().nullable(),
          seen: z.boolean(),
        })
        .nullable(),
    }),
  ),
});
export type CurrentYear = z.infer<typeof getCurrentYearScore.reply.schema>;

export const seenResult = endpoint({
  method: 'POST',
  path: '/api/score/assess/result/seen',
  summary: '本人已阅年度考核结果',
  access: 'assess:own',
  scope: 'own',
  audit: '本人已阅考核结果',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [getCurrentYearScore],
});
