import { z } from 'zod';
import { count, data, done, endpoint, id, text, yearFrom } from '#platform/contract.ts';
import { overview } from './contract.ts';

export const year = yearFrom(2000, '年度');

const planRow = z.object({
  orgId: z.string(),
  orgName: z.string(),
  /** Null: nothing was handed down. */
  given: z.number().nullable(),
  note: z.string(),
  /** 0 while nothing was handed down. */
  version: z.number(),
  /** Accepted in the year, by the day of the branch meeting, with those below. */
  accepted: z.number(),
  /** What was handed on to the organisations directly below. */
  handedDown: z.number(),
  can: z.object({ set: z.boolean() }),
});
export type PlanRow = z.infer<typeof planRow>;

export const listPlan = endpoint({
  method: 'GET',
  path: '/api/fzdy/plan/list',
  summary: '一个党组织和直接下级某年的发展计划、已接收人数',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ year: year.optional(), orgId: id.optional() }),
  reply: data(z.object({ year: z.number(), own: planRow, below: z.array(planRow) })),
});

export const setPlan = endpoint({
  method: 'POST',
  path: '/api/fzdy/plan',
  summary: '下达发展计划：只给直接下级，合计不超过本级；最上级登记自己的',
  access: 'recruit:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '下达发展计划',
  idempotent: true,
  input: z.object({
    orgId: id,
    year,
    given: count.pipe(z.int('计划数应为整数').min(0, '计划数不能小于0').max(1_000_000, '计划数过大')),
    note: text(200, '说明').default(''),
    version: count,
  }),
  reply: done,
  stale: () => [listPlan, overview],
});

const calendar = z.object({
  year: z.number(),
  /** Days off and weekends that are worked, `YYYY-MM-DD`. */
  off: z.array(z.string()),
  work: z.array(z.string()),
  version: z.number(),
});
export type WorkYear = z.infer<typeof calendar>;

export const listCalendars = endpoint({
  method: 'GET',
  path: '/api/fzdy/calendar/list',
  summary: '工作日历：有表的年度，没有表的年度暂按周一至周五计算',
  access: 'recruit:read',
  scope: 'none',
  input: z.object({}),
  reply: data(z.object({ rows: z.array(calendar), can: z.object({ edit: z.boolean() }) })),
});

export const saveCalendar = endpoint({
  method: 'POST',
  path: '/api/fzdy/calendar',
  summary: '登记一个年度的放假和调休上班日期，每行一天或一段',
  access: 'recruit:template',
  scope: 'none',
  audit: '登记工作日历',
  idempotent: true,
  input: z.object({
    year,
    off: text(4000, '放假日期'),
    work: text(4000, '调休上班日期').default(''),
    version: count,
  }),
  reply: done,
  stale: () => [listCalendars],
});
