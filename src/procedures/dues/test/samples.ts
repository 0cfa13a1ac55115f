import type { Samples } from '../../../../test/http/sampleIds.ts';

/** The bill, payment and relief that the own rows give to an organisation. */
export const duesOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
  memberId: string;
  password?: string;
}

const setting = ({ memberId }: Ids) => ({ memberId, fromMonth: '2026-01', payer: 6 });

const MONTH = '2026-01';

/** A number that no order has: the own ones alone are read by it. */
const NO_ORDER = 'DF20260102ABCDEFGHJK';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/dfgl/bill/listPage': () => ({ month: MONTH }),
  'GET /api/dfgl/total/{orgId}': ({ orgId }) => ({ orgId, from: MONTH, until: MONTH }),
  'POST /api/dfgl/month/preview': ({ orgId }) => ({ orgId, month: MONTH }),
  'POST /api/dfgl/month/open': ({ orgId }) => ({ orgId, month: MONTH }),
  'GET /api/dfgl/member/{memberId}/year': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/dfgl/standard/calculate': () => ({ payer: 1, base: 500_000 }),
  'GET /api/dfgl/standard/{memberId}': ({ memberId }) => ({ memberId }),
  'POST /api/dfgl/standard/preview': setting,
  'POST /api/dfgl/standard': setting,
  'GET /api/dfgl/standard/grid': ({ orgId }) => ({ orgId }),
  'POST /api/dfgl/standard/bulkPreview': ({ orgId, memberId }) => ({
    orgId,
    fromMonth: MONTH,
    rows: [{ memberId, payer: 6 }],
  }),
  'POST /api/dfgl/standard/template': ({ orgId }) => ({ orgId }),
  'POST /api/dfgl/trial': ({ orgId }) => ({ orgId, wage: 5 }),
  'POST /api/dfgl/sheet/export': ({ orgId }) => ({ orgId, year: 2026, purpose: '试' }),
  'POST /api/dfgl/reconcile/resolveMany': ({ orgId }) => ({
    cause: 'noOrder',
    act: 'shelve',
    lineIds: [duesOf(orgId)],
    reason: '试',
  }),
  'POST /api/dfgl/standard/bulk': ({ orgId, memberId }) => ({
    orgId,
    fromMonth: MONTH,
    rows: [{ memberId, payer: 6 }],
  }),
  'DELETE /api/dfgl/standard': ({ memberId }) => ({ memberId, fromMonth: MONTH, reason: '试' }),
  'GET /api/dfgl/config/{memberId}': ({ memberId }) => ({ memberId }),
  'PUT /api/dfgl/config': ({ memberId }) => ({ memberId, quarterly: false, reminded: true, version: 0 }),
  'POST /api/dfgl/pay/payable': ({ memberId }) => ({ ids: [memberId] }),
  'POST /api/dfgl/pay/handIn': ({ orgId }) => ({
    billIds: [duesOf(orgId)],
    total: 20,
    paidOn: '2026-01-02',
    note: '试',
  }),
  'GET /api/dfgl/pay/refundable': ({ orgId }) => ({ id: duesOf(orgId) }),
  'POST /api/dfgl/pay/askRefund': ({ orgId }) => ({ id: duesOf(orgId), version: 1, reason: '试' }),
  'POST /api/dfgl/pay/decideRefund': ({ orgId }) => ({ id: duesOf(orgId), version: 1, agree: false }),
  'GET /api/dfgl/month/check': ({ orgId }) => ({ orgId, month: MONTH }),
  'POST /api/dfgl/closing/remind': ({ orgId }) => ({ orgId, month: MONTH }),
  'POST /api/dfgl/month/deposit': ({ orgId }) => ({ orgId, amount: 1, paidOn: '2026-01-02', slip: '试' }),
  'POST /api/dfgl/month/close': ({ orgId }) => ({ orgId, month: MONTH, version: 1 }),
  'POST /api/dfgl/month/reopen': ({ orgId }) => ({ orgId, month: MONTH, version: 1, reason: '试' }),
  'GET /api/dfgl/voucher/listPage': ({ orgId }) => ({ orgId }),
  'POST /api/dfgl/pay/receipt': ({ orgId }) => ({ id: duesOf(orgId) }),
  'POST /api/dfgl/sheet/print': ({ orgId }) => ({ orgId, year: 2026 }),
  'POST /api/dfgl/sheet/open': ({ orgId }) => ({ orgId, year: 2026, quarter: 1 }),
  'POST /api/dfgl/remind': ({ orgId }) => ({ orgId }),
  'POST /api/dfgl/order/own': ({ orgId }) => ({ billIds: [duesOf(orgId)], channel: 2 }),
  'POST /api/dfgl/order/bulk': ({ orgId }) => ({ billIds: [duesOf(orgId)], channel: 2, note: '试' }),
  'POST /api/dfgl/order/place': () => ({ no: NO_ORDER }),
  'GET /api/dfgl/order/own/{no}': () => ({ no: NO_ORDER }),
  'POST /api/dfgl/order/cancel': () => ({ no: NO_ORDER }),
  'POST /api/dfgl/order/refund': ({ orgId }) => ({ id: duesOf(orgId), version: 1, reason: '试' }),
  'POST /api/dfgl/order/holding': ({ memberId }) => ({ ids: [memberId] }),
  'POST /api/dfgl/order/turnLine': ({ memberId }) => ({ ids: [memberId] }),
  'POST /api/dfgl/pay/notify/{id}': () => ({ id: '1' }),
  'GET /api/dfgl/merchant': ({ orgId }) => ({ orgId }),
  'PUT /api/dfgl/merchant': ({ orgId, password }) => ({
    orgId,
    channel: 2,
    bank: 1,
    accountName: '试',
    merchantNo: '1900000001',
    password: password ?? 'ab',
    version: 0,
  }),
  'POST /api/dfgl/relief/ask': ({ memberId }) => ({
    memberId,
    kind: 2,
    fromMonth: MONTH,
    untilMonth: MONTH,
    reason: '试',
  }),
  'POST /api/dfgl/relief/decide': ({ orgId }) => ({ id: duesOf(orgId), version: 1, agree: true }),
  'POST /api/dfgl/relief/withdraw': ({ orgId }) => ({ id: duesOf(orgId), version: 1 }),
  'GET /api/dfgl/handup/standing': ({ orgId }) => ({ orgId, year: 2026 }),
  'POST /api/dfgl/handup/ask': ({ orgId }) => ({
    orgId,
    kind: 1,
    year: 2026,
    amount: 1,
    paidOn: '2026-01-02',
    slip: '试',
  }),
  'POST /api/dfgl/handup/allocation': ({ orgId }) => ({ orgId, amount: 1, purpose: 1, note: '试' }),
  'POST /api/dfgl/handup/decide': ({ orgId }) => ({ id: duesOf(orgId), version: 1, agree: true }),
  'POST /api/dfgl/handup/withdraw': ({ orgId }) => ({ id: duesOf(orgId), version: 1 }),
  'PUT /api/dfgl/handup/ratio': ({ orgId }) => ({ orgId, year: 2026, ratio: 10_000, version: 0 }),
  'POST /api/dfgl/reconcile/resolve': ({ orgId }) => ({
    id: duesOf(orgId),
    side: 'line',
    version: 1,
    act: 'shelve',
    reason: '试',
  }),
};
