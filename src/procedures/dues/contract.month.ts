import { z } from 'zod';
import { data, date, endpoint, fen, id, month, page, required, rows } from '#platform/contract.ts';
import { listBills, orgFilter, totalDetail } from './contract.ts';

export const monthRow = z.object({
  orgId: z.string(),
  orgName: z.string(),
  month: z.string(),
  state: z.number(),
  stateName: z.string(),
  people: z.number(),
  due: fen,
  /** Received in the books of the month, whichever months it was for. */
  received: fen,
  owed: fen,
  cash: fen,
  closedBy: z.string(),
  reason: z.string(),
  version: z.number(),
  can: z.object({ close: z.boolean(), reopen: z.boolean(), deposit: z.boolean() }),
});
export type MonthRow = z.infer<typeof monthRow>;

export const listMonths = endpoint({
  method: 'GET',
  path: '/api/dfgl/month/listPage',
  summary: '各党支部各月的账：收缴中、已结账；历史党费按月或按年',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    month: month.optional(),
    year: z
      .string()
      .regex(/^20\d{2}$/, '年份不正确')
      .optional(),
    state: z.coerce
      .number<string | number>()
      .refine((v) => [1, 2, 3].includes(v), '状态不正确')
      .optional(),
  }),
  reply: rows(monthRow),
});

export const closingCheck = endpoint({
  method: 'GET',
  path: '/api/dfgl/month/check',
  summary: '结账前的检查：什么挡着，各在哪里处理',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id, month }),
  reply: data(
    z.object({
      orgName: z.string(),
      state: z.number(),
      version: z.number(),
      books: z.array(z.object({ account: z.string(), amount: fen })),
      /** Each with the page where it is dealt with. */
      blocks: z.array(z.object({ sentence: z.string(), href: z.string() })),
      warns: z.array(z.object({ sentence: z.string(), href: z.string() })),
    }),
  ),
});

export const depositCash = endpoint({
  method: 'POST',
  path: '/api/dfgl/month/deposit',
  summary: '现金存入银行：记一张凭证',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '党费现金存银行',
  idempotent: true,
  input: z.object({ orgId: id, amount: fen.min(1, '请填写金额'), paidOn: date, slip: required(40, '缴款单号') }),
  reply: data(z.object({ cash: fen })),
  stale: () => [listMonths, closingCheck, listVouchers],
});

export const closeMonth = endpoint({
  method: 'POST',
  path: '/api/dfgl/month/close',
  summary: '结账：此后这个月不再记账，冲销记在打开的月份；收缴人不能结账',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '党费结账',
  idempotent: true,
  input: z.object({ orgId: id, month, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listMonths, closingCheck, listBills, totalDetail],
});

export const reopenMonth = endpoint({
  method: 'POST',
  path: '/api/dfgl/month/reopen',
  summary: '重新打开已结的账：由上级组织，写明原因',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '重新打开党费账',
  idempotent: true,
  input: z.object({ orgId: id, month, version: z.int(), reason: required(200, '原因') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listMonths, closingCheck],
});

export const voucherRow = z.object({
  id: z.string(),
  month: z.string(),
  kind: z.string(),
  summary: z.string(),
  entries: z.array(z.object({ account: z.string(), amount: fen })),
  createdBy: z.string(),
  createdAt: z.string(),
  receipt: z.string(),
});

export const listVouchers = endpoint({
  method: 'GET',
  path: '/api/dfgl/voucher/listPage',
  summary: '一个组织的记账凭证',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id, month: month.optional() }),
  reply: rows(voucherRow),
});
