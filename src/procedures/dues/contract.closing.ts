import { z } from 'zod';
import { data, endpoint, id, month, page, rows } from '#platform/contract.ts';
import { orgFilter } from './contract.ts';

/** Hours within which an organisation is not reminded of a month twice. */
export const CLOSING_HOURS = 2;
/** Organisations reminded by one press. */
export const MOST_CLOSING = 300;

/** 还没结账, and all. */
export const CLOSING_VIEWS = { open: '没有结账', ready: '可以结账', closed: '已结账' } as const;
export type ClosingView = keyof typeof CLOSING_VIEWS;

const matter = z.object({ sentence: z.string(), href: z.string() });
export const closingRow = z.object({
  /** Of the organisation. */
  id: z.string(),
  orgName: z.string(),
  /** 0: 未开账. */
  state: z.number(),
  stateName: z.string(),
  /** What stands in the way of closing; empty: it can be closed. */
  blocks: z.array(matter),
  /** What should be known before. */
  warns: z.array(matter),
  /** Who works there, by name. */
  workers: z.array(z.string()),
  closedBy: z.string(),
  remindedAt: z.string().nullable(),
});
export type ClosingRow = z.infer<typeof closingRow>;

export const listClosing = endpoint({
  method: 'GET',
  path: '/api/dfgl/closing/listPage',
  summary: '月结一页：各党支部某月还差什么、由谁办；不写月份的为上一个月',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    month: month.optional(),
    view: z.enum(Object.keys(CLOSING_VIEWS) as [ClosingView], '视图不正确').optional(),
  }),
  reply: rows(closingRow, {
    month: z.string(),
    current: z.string(),
    /** Branches with members or books of the month, and those of them that are closed. */
    branches: z.number(),
    closed: z.number(),
  }),
});

export const remindClosing = endpoint({
  method: 'POST',
  path: '/api/dfgl/closing/remind',
  summary: '提醒下级还没有结账的党支部：写明各自还差什么，两小时内不重复',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '提醒党费结账',
  asks: {},
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id, month }),
  reply: data(
    z.object({
      reminded: z.number(),
      /** Reminded within the last two hours. */
      skipped: z.number(),
      /** Nobody works there: called by phone. */
      unstaffed: z.array(z.string()),
      more: z.boolean(),
    }),
  ),
  stale: () => [listClosing],
});
