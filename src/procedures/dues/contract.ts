import { z } from 'zod';
import { count, data, endpoint, fen, id, line, month, page, rows } from '#platform/contract.ts';
import { BILL_STATES, PAYERS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    duesBill: true;
    duesPayment: true;
    duesRelief: true;
    duesOrder: true;
    duesHandup: true;
    duesLine: true;
  }
}

export const orgFilter = {
  orgId: id.optional(),
  searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
};

/** What stands in the list of a month: 未设标准 has people without a bill, all others are states of bills. */
export const VIEWS = {
  due: '应缴',
  paid: '已缴',
  owed: '欠缴',
  noStandard: '未设标准',
  relief: '减免缓缴',
  paying: '支付中',
} as const;
export type View = keyof typeof VIEWS;
const view = z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确');

export const billRow = z.object({
  /** Of the bill; of the person where there is none (`noStandard`). */
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  personCategoryName: z.string(),
  month: z.string(),
  payer: z.number().nullable(),
  payerName: z.string(),
  /** The newest standard that counts in the month; `0`: none. */
  standardId: z.string(),
  amount: fen.nullable(),
  state: z.number().nullable(),
  stateName: z.string(),
  /** Months before this one that are due and open. */
  arrears: z.number(),
  arrearsAmount: fen,
  paidOn: z.string().nullable(),
  payTypeName: z.string(),
  receipt: z.string(),
  reason: z.string(),
  can: z.object({ pay: z.boolean(), standard: z.boolean() }),
});
export type BillRow = z.infer<typeof billRow>;

const sums = z.object({ people: z.number(), amount: fen });
export const monthSums = z.object({
  /** Owed (`paying` among them) and paid; exempt and deferred ones stand apart (`relief`). */
  due: sums,
  paid: sums,
  owed: sums,
  relief: sums,
  paying: sums,
  noStandard: z.number(),
  /** Billed, and no longer on the roll of those who pay: 应缴, 减免缓缴 and 未设标准 together are more than the roll by these. */
  left: z.number(),
  /** Branches that hold members, and those of them whose month is open or closed. */
  branches: z.number(),
  opened: z.number(),
  closed: z.number(),
});
export type MonthSums = z.infer<typeof monthSums>;

export const listBills = endpoint({
  method: 'GET',
  path: '/api/dfgl/bill/listPage',
  summary: '某月的党费：应缴、已缴、欠缴、未设标准、减免缓缴、支付中',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    ...orgFilter,
    /** The current one where none is asked for. */
    month: month.optional(),
    view: view.default('due'),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(billRow, { sums: monthSums, month: z.string(), current: z.string() }),
});

/** Months that the home shows, the current one included. */
export const RATE_MONTHS = 6;

export const duesRate = endpoint({
  method: 'GET',
  path: '/api/dfgl/rate',
  summary: '党费收缴率：本组织及下级近六个月的应缴和已缴，没有开账的月份不列',
  access: 'dues:read',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(z.array(z.object({ month: z.string(), due: fen, paid: fen }))),
});

export const totalDetail = endpoint({
  method: 'GET',
  path: '/api/dfgl/total/{orgId}',
  summary: '党费汇总明细：下级组织某月至某月的应缴、已缴、欠缴',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id, from: month, until: month }),
  reply: data(
    z.object({
      org: z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() }),
      rows: z.array(
        z.object({
          orgId: z.string(),
          name: z.string(),
          /** It collects itself: its sum opens people, not organisations. */
          isBranch: z.boolean(),
          /** It has moved away, or was revoked; its closed months still count here. */
          isGone: z.boolean(),
          due: fen,
          paid: fen,
          owed: fen,
          people: z.number(),
          owing: z.number(),
        }),
      ),
      /** Those whom the organisation itself has billed, whoever owes first; no more than `MAX_PEOPLE`. */
      people: z.array(
        z.object({
          memberId: z.string(),
          name: z.string(),
          due: fen,
          paid: fen,
          owed: fen,
          months: z.number(),
          owing: z.number(),
        }),
      ),
    }),
  ),
});
/** People of one branch that are shown behind its sum; more than any branch has. */
export const MAX_PEOPLE = 500;

export const previewOpening = endpoint({
  method: 'POST',
  path: '/api/dfgl/month/preview',
  summary: '开账预览：多少人、多少钱、与上月相比的变化、谁还没有标准',
  access: 'dues:collect',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id, month }),
  reply: data(
    z.object({
      branches: z.number(),
      /** Already opened: they are left as they are, but for people without a bill. */
      openedBranches: z.number(),
      people: z.number(),
      amount: fen,
      noStandard: z.number(),
      exempt: z.number(),
      /** Against the month before. */
      before: z.object({ people: z.number(), amount: fen }),
      /** The first fifty whose due differs from the month before. */
      changes: z.array(z.object({ name: z.string(), orgName: z.string(), before: fen.nullable(), after: fen })),
    }),
  ),
});

export const openMonth = endpoint({
  method: 'POST',
  path: '/api/dfgl/month/open',
  summary: '开账：为本组织及下级的党员生成某月应缴党费（后台任务，不会重复生成）',
  access: 'dues:collect',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '党费开账',
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id, month }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [listBills, totalDetail],
});

/** A month of a person's year; without a bill all but the month is empty. */
export const monthCell = z.object({
  month: z.string(),
  billId: z.string().nullable(),
  amount: fen.nullable(),
  state: z.number().nullable(),
  stateName: z.string(),
  /** 补: paid after the month; 免, 缓; 代: somebody else handed it over. */
  marks: z.array(z.string()),
  reason: z.string(),
  paidOn: z.string().nullable(),
  receipt: z.string(),
});
export type MonthCell = z.infer<typeof monthCell>;

export const memberYear = endpoint({
  method: 'GET',
  path: '/api/dfgl/member/{memberId}/year',
  summary: '一名党员一年的党费：十二个月、每笔缴纳和冲销',
  access: 'dues:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id, year: count.refine((year) => year >= 2008 && year <= 2100, '年份不正确') }),
  reply: data(
    z.object({
      memberId: z.string(),
      name: z.string(),
      orgId: z.string(),
      orgName: z.string(),
      personCategoryName: z.string(),
      year: z.number(),
      current: z.string(),
      standardId: z.string(),
      months: z.array(monthCell),
      payments: z.array(
        z.object({
          id: z.string(),
          receipt: z.string(),
          paidOn: z.string(),
          payTypeName: z.string(),
          handedBy: z.string(),
          months: z.string(),
          /** Of this person. */
          amount: fen,
          total: fen,
          extra: fen,
          orgName: z.string(),
          collector: z.string(),
          state: z.string(),
          refundReason: z.string(),
          version: z.number(),
          can: z.object({ refund: z.boolean(), decide: z.boolean() }),
        }),
      ),
      due: fen,
      paid: fen,
      can: z.object({ pay: z.boolean(), standard: z.boolean() }),
    }),
  ),
});
export type MemberYear = z.infer<(typeof memberYear)['reply']['schema']>;

export const payerName = (payer: number | null) => (payer === null ? '' : (PAYERS[payer as keyof typeof PAYERS] ?? ''));
export const billStateName = (state: number | null) =>
  state === null ? '' : (BILL_STATES[state as keyof typeof BILL_STATES] ?? '');
