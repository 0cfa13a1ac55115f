import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { count, data, done, endpoint, fen, file, id, line, page, required, rows, text } from '#platform/contract.ts';
import { listPayments, MAX_PAYERS, ownDues, payable } from './contract.pay.ts';
import { listBills, memberYear, orgFilter, totalDetail } from './contract.ts';
import { BANKS, type Bank, CHANNELS, type Channel } from './rules.order.ts';
import { HANDED_BY, type HandedBy } from './rules.ts';

const channel = z.coerce
  .number<string | number>('请选择支付方式')
  .refine((value): value is Channel => value in CHANNELS, '请选择支付方式');
const orderNo = z.string().regex(/^DF\d{8}[0-9A-Z]{10}$/, '订单号不正确');
const PAID_STALE = () => [listBills, memberYear, totalDetail, listPayments, payable, ownDues, listOrders];

/** An order as whoever pays it sees it. */
export const orderShown = z.object({
  no: z.string(),
  channel: z.number(),
  channelName: z.string(),
  total: fen,
  names: z.string(),
  months: z.string(),
  state: z.number(),
  stateName: z.string(),
  reason: z.string(),
  /** Where it is paid, as the code says it; empty until the provider knows it. */
  payUrl: z.string(),
  isSandbox: z.boolean(),
  expiresAt: z.string(),
  /** Seconds that are left, by the server's clock. */
  left: z.number(),
});
export type OrderShown = z.infer<typeof orderShown>;

export const orderOwn = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/own',
  summary: '本人在线缴费：为所选月份下单，15分钟内支付',
  access: 'dues:own',
  scope: 'own',
  audit: '在线缴纳党费下单',
  idempotent: true,
  rate: { hits: 30, seconds: 600, by: 'account' },
  input: z.object({ billIds: z.array(id).min(1, '请选择要缴的月份').max(48, '一次最多48个月'), channel }),
  reply: data(z.object({ no: z.string() })),
  stale: () => [ownDues, listBills],
});

export const orderBulk = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/bulk',
  summary: '批量扫码：所选月份合成一个订单，出示一个二维码',
  access: 'dues:collect',
  scope: 'org',
  targets: { billIds: 'duesBill[]' },
  audit: '批量扫码缴纳党费下单',
  idempotent: true,
  rate: { hits: 60, seconds: 600, by: 'account' },
  input: z.object({
    billIds: z.array(id).min(1, '请选择要缴的月份').max(2000, '一次最多2000笔'),
    channel,
    handedBy: z.coerce
      .number<string | number>('请选择由谁缴纳')
      .refine((value): value is HandedBy => value in HANDED_BY, '请选择由谁缴纳')
      .default(1),
    handedName: line(30, '代缴人').default(''),
    note: text(200, '说明').default(''),
  }),
  reply: data(z.object({ no: z.string() })),
  stale: () => [listBills, payable],
});

export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/place',
  summary: '向支付平台下单，取得支付二维码',
  access: 'dues:own',
  scope: 'own',
  rate: { hits: 120, seconds: 600, by: 'account' },
  input: z.object({ no: orderNo }),
  reply: data(orderShown),
});

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/dfgl/order/own/{no}',
  summary: '本人所下订单的状态',
  access: 'dues:own',
  scope: 'own',
  silent: true,
  input: z.object({ no: orderNo }),
  reply: data(orderShown),
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/cancel',
  summary: '取消本人所下的订单：先问支付平台，已付的照常入账',
  access: 'dues:own',
  scope: 'own',
  audit: '取消党费订单',
  rate: { hits: 60, seconds: 600, by: 'account' },
  input: z.object({ no: orderNo }),
  reply: data(orderShown),
  stale: PAID_STALE,
});

export const orderRow = z.object({
  id: z.string(),
  no: z.string(),
  orgName: z.string(),
  channelName: z.string(),
  payTypeName: z.string(),
  total: fen,
  received: fen.nullable(),
  names: z.string(),
  months: z.string(),
  state: z.number(),
  stateName: z.string(),
  reason: z.string(),
  payerName: z.string(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  version: z.number(),
  can: z.object({ refund: z.boolean() }),
});
export type OrderRow = z.infer<typeof orderRow>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/dfgl/order/listPage',
  summary: '在线订单：待支付、已支付、已关闭、异常待退款、已退款',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    state: count.refine((value) => value >= 1 && value <= 5, '状态不正确').optional(),
  }),
  reply: rows(orderRow),
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/refund',
  summary: '退回没有入账的在线付款：原路退回付款人',
  access: 'dues:account',
  scope: 'org',
  targets: { id: 'duesOrder' },
  audit: '退回党费在线付款',
  idempotent: true,
  input: z.object({ id, version: z.int(), reason: required(200, '退款说明') }),
  reply: done,
  stale: () => [listOrders],
});

const ids = z.array(id).min(1, '请选择党员').max(MAX_PAYERS, `一次最多${MAX_PAYERS}人`);

export const holdingOrders = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/holding',
  summary: '转线下缴纳：占着所选党员月份的在线订单',
  access: 'dues:collect',
  scope: 'org',
  targets: { ids: 'member[]' },
  input: z.object({ ids }),
  reply: data(
    z.object({
      people: z.array(z.object({ memberId: z.string(), name: z.string() })),
      orders: z.array(
        z.object({
          id: z.string(),
          no: z.string(),
          channelName: z.string(),
          names: z.string(),
          months: z.string(),
          total: fen,
          payerName: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  ),
});

export const turnLine = endpoint({
  method: 'POST',
  path: '/api/dfgl/order/turnLine',
  summary: '转线下缴纳：先问支付平台，没有支付的关闭订单，已支付的在线入账',
  access: 'dues:collect',
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '党费订单转线下',
  rate: { hits: 60, seconds: 600, by: 'account' },
  input: z.object({ ids }),
  reply: data(
    z.object({
      /** What became of each order. */
      orders: z.array(
        z.object({
          no: z.string(),
          names: z.string(),
          months: z.string(),
          total: fen,
          outcome: z.string(),
          closed: z.boolean(),
        }),
      ),
      /** Those who may pay in cash now. */
      ids: z.array(z.string()),
    }),
  ),
  stale: PAID_STALE,
});

export const payNotice = endpoint({
  method: 'POST',
  path: '/api/dfgl/pay/notify/{id}',
  summary: '支付平台的到账通知（验签）',
  access: 'public',
  scope: 'none',
  audit: '在线缴费到账通知',
  bytes: true,
  rate: { hits: 3000, seconds: 60, by: 'ip' },
  input: z.object({ id }),
  reply: file,
});

const account = z.object({
  bank: z.number(),
  accountName: z.string(),
  merchantNo: z.string(),
  appId: z.string(),
  baseUrl: z.string(),
  notifyUrl: z.string(),
  isSandbox: z.boolean(),
  enabled: z.boolean(),
  /** It serves once somebody else, of the organisation above, has confirmed it. */
  isConfirmed: z.boolean(),
  /** What whoever sets it unchanged now does: confirms what waits. */
  canConfirm: z.boolean(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
});

export const listMerchants = endpoint({
  method: 'GET',
  path: '/api/dfgl/merchant',
  summary: '党费收款账户：银行、微信、支付宝各一个，供本组织及下级使用',
  access: 'dues:config',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      orgName: z.string(),
      /** Whether a demo account may be set here. */
      sandbox: z.boolean(),
      channels: z.array(
        z.object({
          channel: z.number(),
          name: z.string(),
          /** Whose account serves this organisation now; empty: none. */
          servedBy: z.string(),
          account: account.nullable(),
        }),
      ),
    }),
  ),
});
export type MerchantShown = z.infer<typeof listMerchants.reply.schema>['channels'][number];

const key = (name: string) => z.string().trim().max(8000, `${name}太长`).default('');

export const saveMerchant = endpoint({
  method: 'PUT',
  path: '/api/dfgl/merchant',
  summary: '设置党费收款账户，须本人密码；由上级党组织的另一人以同样内容、本人密码确认后启用；密钥留空表示不变',
  access: 'dues:config',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置党费收款账户',
  asks: {},
  pii: true,
  input: z.object({
    orgId: id,
    channel,
    bank: z.coerce
      .number<string | number>('请选择开户银行')
      .refine((value): value is Bank => value in BANKS, '请选择开户银行'),
    accountName: required(60, '账户名称'),
    isSandbox: z.boolean().default(false),
    enabled: z.boolean().default(true),
    merchantNo: line(64, '商户号').default(''),
    appId: line(64, '应用编号').default(''),
    baseUrl: line(200, '支付平台地址').default(''),
    notifyUrl: line(200, '本平台外网地址').default(''),
    serial: line(64, '证书序列号').default(''),
    privateKey: key('私钥'),
    providerKey: key('支付平台公钥'),
    secret: key('APIv3密钥'),
    password: encryptedPassword,
    version: z.int(),
  }),
  reply: data(z.object({ version: z.number(), isConfirmed: z.boolean() })),
  stale: () => [listMerchants, payable, ownDues],
});
