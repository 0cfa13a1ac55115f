import { z } from 'zod';
import { count, data, EXPORT_RATE, endpoint, fen, id, page, required, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { listPayments } from './contract.pay.ts';
import { orgFilter } from './contract.ts';

const year = count.refine((value) => value >= 2008 && value <= 2100, '年份不正确');

export const printReceipt = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/receipt',
  summary: '打印党费收据：第二次起注明补打，印有核验码',
  access: 'dues:read',
  scope: 'org',
  targets: { id: 'duesPayment' },
  audit: '打印党费收据',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
  stale: () => [listPayments],
});

export const printSheet = endpoint({
  method: 'POST',
  path: '/api/dfgl/sheet/print',
  summary: '打印党费收缴公示表：某组织某年各人（各下级组织）各季度的实缴',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打印党费收缴公示表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id, year }),
  reply: paperReply,
});

export const exportSheets = endpoint({
  method: 'POST',
  path: '/api/dfgl/sheet/export',
  summary: '打包各党支部的党费收缴公示表（PDF）',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打包党费收缴公示表',
  rate: EXPORT_RATE,
  input: z.object({ orgId: id, year, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

export const draftOpen = endpoint({
  method: 'POST',
  path: '/api/dfgl/sheet/open',
  summary: '生成三务公开草稿：某季度党费收缴使用情况，只有合计，没有个人',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '起草党费收缴使用公开事项',
  idempotent: true,
  input: z.object({
    orgId: id,
    year,
    quarter: count.refine((value) => value >= 1 && value <= 4, '季度不正确'),
  }),
  reply: data(z.object({ id: z.string() })),
});

export const leftRow = z.object({
  /** Of the person. */
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  why: z.string(),
  firstMonth: z.string(),
  lastMonth: z.string(),
  paidTo: z.string(),
  paid: fen,
  owed: fen,
  can: z.object({ open: z.boolean() }),
});
export type LeftRow = z.infer<typeof leftRow>;

export const listLeft = endpoint({
  method: 'GET',
  path: '/api/dfgl/left/listPage',
  summary: '历史党员党费：已离开本组织的党员在本组织缴过和欠着的党费',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    ...orgFilter,
    keyWords: z.string().trim().max(30, '姓名不能超过30个字').optional(),
  }),
  reply: rows(leftRow),
});
