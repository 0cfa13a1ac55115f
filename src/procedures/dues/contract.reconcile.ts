import { z } from 'zod';
import { count, data, endpoint, fen, id, line, page, rows, text } from '#platform/contract.ts';
import { closingCheck, listMonths, listVouchers } from './contract.month.ts';
import { listOrders } from './contract.order.ts';
import { listPayments } from './contract.pay.ts';
import { orgFilter } from './contract.ts';
import { CAUSES, type Cause } from './rules.statement.ts';

const cause = z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]], '异常类型不正确');

export const oddRow = z.object({
  /** Of the bill's line or of the order. */
  id: z.string(),
  side: z.enum(['line', 'order']),
  key: z.string(),
  cause,
  causeName: z.string(),
  /** What does not agree, in a sentence. */
  why: z.string(),
  channelName: z.string(),
  accountOrgName: z.string(),
  day: z.string(),
  orderNo: z.string(),
  tradeNo: z.string(),
  amount: fen,
  /** By our own order; null: there is none. */
  ours: fen.nullable(),
  names: z.string(),
  /** Numbers of paid orders of the same sum that no bill names, for 关联; the same sum alone is never enough to book. */
  partners: z.array(
    z.object({
      no: z.string(),
      names: z.string(),
      day: z.string(),
      /** The line's payer paid for one of them before, as somebody joined it then. */
      remembered: z.boolean(),
    }),
  ),
  state: z.number(),
  stateName: z.string(),
  reason: z.string(),
  decidedBy: z.string(),
  version: z.number(),
  can: z.object({
    link: z.boolean(),
    book: z.boolean(),
    accept: z.boolean(),
    returned: z.boolean(),
    shelve: z.boolean(),
    back: z.boolean(),
  }),
});
export type OddRow = z.infer<typeof oddRow>;

export const listOdd = endpoint({
  method: 'GET',
  path: '/api/dfgl/reconcile/listPage',
  summary: '党费对账的异常：只列对不上的',
  access: 'dues:reconcile',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    cause: cause.optional(),
    state: count.refine((value) => value === 2 || value === 3, '状态不正确').optional(),
  }),
  reply: rows(oddRow, { waiting: z.object({ count: z.number(), amount: fen }) }),
});

/** Rows of the file that were taken for no line, and the first of them: where they stand and why. */
const unread = {
  unread: z.number(),
  unreadRows: z.array(z.object({ row: z.number(), why: z.string() })),
};

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/dfgl/reconcile/statements',
  summary: '已导入的对账单：笔数、对上的、异常、手续费',
  access: 'dues:reconcile',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...orgFilter }),
  reply: rows(
    z.object({
      id: z.string(),
      fileName: z.string(),
      channelName: z.string(),
      orgName: z.string(),
      firstOn: z.string(),
      lastOn: z.string(),
      lines: z.number(),
      known: z.number(),
      matched: z.number(),
      odd: z.number(),
      ...unread,
      total: fen,
      fee: fen,
      createdBy: z.string(),
      createdAt: z.string(),
    }),
  ),
});
export type StatementRow = z.infer<typeof listStatements.reply.row>;

const STALE = () => [listOdd, listStatements, listOrders, listPayments, listMonths, listVouchers, closingCheck];

/** Multipart: `file` (xlsx, xls or csv, up to 20 MiB), `channel`, and optionally `orgId` of the account's organisation. */
export const importStatement = endpoint({
  method: 'POST',
  path: '/api/dfgl/reconcile/import',
  summary: '导入银行、微信或支付宝的对账单：按列名识别，对上的记账，对不上的列为异常',
  access: 'dues:reconcile',
  scope: 'org',
  upload: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(
    z.object({
      lines: z.number(),
      known: z.number(),
      matched: z.number(),
      odd: z.number(),
      /** Paid orders of these days that the bill does not name. */
      missing: z.number(),
      ...unread,
    }),
  ),
  stale: STALE,
});

/** Exceptions that are dealt with at once. */
export const MOST_ODD = 200;
const ids = z.array(id).max(MOST_ODD, `一次最多${MOST_ODD}项`).default([]);

export const resolveMany = endpoint({
  method: 'POST',
  path: '/api/dfgl/reconcile/resolveMany',
  summary: '按原因成批处理对账异常：补记、确认、已退款、搁置；一项不能处理就都不处理',
  access: 'dues:reconcile',
  scope: 'org',
  targets: { lineIds: 'duesLine[]' },
  audit: '成批处理党费对账异常',
  idempotent: true,
  input: z
    .object({
      cause,
      act: z.enum(['book', 'accept', 'returned', 'shelve'], '请选择处理方式'),
      lineIds: ids,
      orderIds: ids,
      reason: text(200, '原因').default(''),
    })
    .refine(({ lineIds, orderIds }) => lineIds.length + orderIds.length > 0, {
      path: ['lineIds'],
      message: '请选择要处理的异常',
    }),
  reply: data(z.object({ count: z.number() })),
  stale: STALE,
});

export const resolveOdd = endpoint({
  method: 'POST',
  path: '/api/dfgl/reconcile/resolve',
  summary: '处理一笔对账异常：关联、补记、确认、已退款、搁置、取消搁置',
  access: 'dues:reconcile',
  scope: 'org',
  targets: { id: 'duesLine' },
  audit: '处理党费对账异常',
  idempotent: true,
  input: z.object({
    id,
    side: z.enum(['line', 'order'], '请选择要处理的异常'),
    version: z.int(),
    act: z.enum(['link', 'book', 'accept', 'returned', 'shelve', 'back'], '请选择处理方式'),
    orderNo: line(30, '订单号').default(''),
    reason: text(200, '原因').default(''),
  }),
  reply: data(z.object({ state: z.number() })),
  stale: STALE,
});
