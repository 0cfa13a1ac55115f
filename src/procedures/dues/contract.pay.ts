import { z } from 'zod';
import { count, data, date, endpoint, fen, id, line, month, page, required, rows, text } from '#platform/contract.ts';
import { closingCheck, listMonths, listVouchers } from './contract.month.ts';
import { listBills, memberYear, monthCell, orgFilter, totalDetail } from './contract.ts';
import { HANDED_BY, type HandedBy } from './rules.ts';

/** What a voucher changes in the books. */
const BOOKED = () => [listMonths, listVouchers, closingCheck];

/** People whose dues are taken together. */
export const MAX_PAYERS = 200;

const openBill = z.object({
  billId: z.string(),
  month: z.string(),
  amount: fen,
  /** More than six months back: made up for with a reason. */
  isOld: z.boolean(),
});
export const payablePerson = z.object({
  memberId: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  amount: fen.nullable(),
  proxyName: z.string(),
  bills: z.array(openBill),
});
export type PayablePerson = z.infer<typeof payablePerson>;

export const payable = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/payable',
  summary: '批量缴纳：所选党员各有哪些月份可缴',
  access: 'dues:collect',
  scope: 'org',
  targets: { ids: 'member[]' },
  input: z.object({ ids: z.array(id).min(1, '请选择党员').max(MAX_PAYERS, `一次最多${MAX_PAYERS}人`) }),
  reply: data(
    z.object({
      current: z.string(),
      today: z.string(),
      /** Ways to pay online that all the branches have in common. */
      channels: z.array(z.number()),
      people: z.array(payablePerson),
    }),
  ),
});

const payment = z.object({
  id: z.string(),
  receipt: z.string(),
  orgName: z.string(),
  total: fen,
  people: z.number(),
});

export const handIn = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/handIn',
  summary: '登记线下缴纳：每人各月全额，每个党支部一张收据；已缴的点名，一笔也不写',
  access: 'dues:collect',
  scope: 'org',
  audit: '登记党费缴纳',
  subject: ['billIds:duesBill'],
  idempotent: true,
  input: z.object({
    /** Bills that the collector has ticked, each paid whole. */
    billIds: z.array(id).min(1, '请选择要缴的月份').max(2000, '一次最多2000笔'),
    /** As the collector counted it, against which the sum is held. */
    total: fen,
    handedBy: z.coerce
      .number<string | number>('请选择由谁缴纳')
      .refine((value): value is HandedBy => value in HANDED_BY, '请选择由谁缴纳')
      .default(1),
    handedName: line(30, '代缴人').default(''),
    paidOn: date,
    /** Beyond what is due, of a single person alone. */
    extra: fen.min(0, '不能为负数').max(100_000_000_00, '金额太大，请核对').default(0),
    note: text(200, '说明').default(''),
  }),
  targets: { billIds: 'duesBill[]' },
  reply: data(z.object({ payments: z.array(payment) })),
  stale: () => [listBills, memberYear, totalDetail, listPayments, collectedToday, ...BOOKED()],
});

export const collectedToday = endpoint({
  method: 'GET',
  path: '/api/dfgl/pay/today',
  summary: '今日代收：本人今天登记的现金缴纳，供上门收缴时核对手里的现金',
  access: 'dues:collect',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ receipts: z.number(), people: z.number(), amount: fen })),
});

export const paymentRow = z.object({
  id: z.string(),
  receipt: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  names: z.string(),
  people: z.number(),
  months: z.string(),
  total: fen,
  extra: fen,
  payTypeName: z.string(),
  handedBy: z.string(),
  paidOn: z.string(),
  month: z.string(),
  collector: z.string(),
  reconcile: z.number(),
  state: z.enum(['valid', 'asked', 'refunded']),
  refundReason: z.string(),
  /** Of a receipt that goes back in part: how many of its months. */
  refundParts: z.number(),
  askedName: z.string(),
  version: z.number(),
  can: z.object({ refund: z.boolean(), decide: z.boolean() }),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/dfgl/pay/listPage',
  summary: '缴纳记录：每张收据一行，含申请冲销的和已冲销的',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    ...orgFilter,
    month: month.optional(),
    state: z.enum(['valid', 'asked', 'refunded'], '状态不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(paymentRow),
});

export const refundable = endpoint({
  method: 'GET',
  path: '/api/dfgl/pay/refundable',
  summary: '一张收据的各笔，供只冲销其中几笔；不是现金缴纳的只能整张冲销',
  access: 'dues:read',
  scope: 'org',
  targets: { id: 'duesPayment' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      /** It goes back as a whole alone. */
      isWhole: z.boolean(),
      bills: z.array(
        z.object({
          billId: z.string(),
          name: z.string(),
          month: z.string(),
          amount: fen,
          /** It is asked to go back while others of the receipt stay. */
          isAsked: z.boolean(),
        }),
      ),
    }),
  ),
});

export const askRefund = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/askRefund',
  summary: '申请冲销一张收据，或现金收据中的几笔：由另一人批准',
  access: 'dues:collect',
  scope: 'org',
  targets: { id: 'duesPayment' },
  audit: '申请冲销党费',
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    reason: required(200, '冲销原因'),
    /** Of its months those that go back; absent: all of them. */
    billIds: z.array(id).min(1, '请勾选要冲销的月份').max(2000, '一次最多2000笔').optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listPayments, memberYear, refundable],
});

export const decideRefund = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/decideRefund',
  summary: '批准或驳回冲销：申请人不能批准；批准后记反向凭证，月份重新应缴，没有冲销的几笔另开一张收据',
  access: 'dues:account',
  scope: 'org',
  targets: { id: 'duesPayment' },
  audit: '批准冲销党费',
  idempotent: true,
  input: z.object({ id, version: z.int(), agree: z.boolean('请选择批准或驳回') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listPayments, listBills, memberYear, totalDetail, collectedToday, refundable, ...BOOKED()],
});

export const ownDues = endpoint({
  method: 'GET',
  path: '/api/dfgl/own',
  summary: '本人党费：标准、欠缴、各月与收据（今年和前两年）',
  access: 'dues:own',
  scope: 'own',
  pii: true,
  input: z.object({ year: count.refine((year) => year >= 2008 && year <= 2100, '年份不正确').optional() }),
  reply: data(
    z.object({
      name: z.string(),
      orgName: z.string(),
      year: z.number(),
      years: z.array(z.number()),
      current: z.string(),
      amount: fen.nullable(),
      /** With the income: the own one alone. */
      sentence: z.string(),
      owed: z.object({ months: z.array(z.string()), amount: fen }),
      /** Months that may be paid now, those ahead included. */
      open: z.array(z.object({ billId: z.string(), month: z.string(), amount: fen })),
      /** Ways to pay online; none: at the branch alone. */
      channels: z.array(z.number()),
      /** Orders of the own account that can still be paid. */
      orders: z.array(z.string()),
      cells: z.array(monthCell),
      paid: fen,
    }),
  ),
});
