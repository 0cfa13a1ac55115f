/** The bill, payment and relief that the own rows give to an organisation. */
export const duesOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
  memberId: string;
}

const setting = ({ memberId }: Ids) => ({ memberId, fromMonth: '2026-01', payer: 6 });
const MONTH = '2026-01';

/** Good inputs for the calls of dues. */
export const duesSamples: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'GET /api/dfgl/bill/listPage': () => ({ month: MONTH }),
  'GET /api/dfgl/total/{orgId}': ({ orgId }) => ({ orgId, from: MONTH, until: MONTH }),
  'POST /api/dfgl/month/preview': ({ orgId }) => ({ orgId, month: MONTH }),
  'POST /api/dfgl/month/open': ({ orgId }) => ({ orgId, month: MONTH }),
  'GET /api/dfgl/member/{memberId}/year': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/dfgl/standard/calculate': () => ({ payer: 1, base: 500_000 }),
  'GET /api/dfgl/standard/{memberId}': ({ memberId }) => ({ memberId }),
  'POST /api/dfgl/standard/preview': setting,
  'POST /api/dfgl/standard': setting,
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
  'POST /api/dfgl/pay/askRefund': ({ orgId }) => ({ id: duesOf(orgId), version: 1, reason: '试' }),
  'POST /api/dfgl/pay/decideRefund': ({ orgId }) => ({ id: duesOf(orgId), version: 1, agree: false }),
  'GET /api/dfgl/month/check': ({ orgId }) => ({ orgId, month: MONTH }),
  'POST /api/dfgl/month/deposit': ({ orgId }) => ({ orgId, amount: 1, paidOn: '2026-01-02', slip: '试' }),
  'POST /api/dfgl/month/close': ({ orgId }) => ({ orgId, month: MONTH, version: 1 }),
  'POST /api/dfgl/month/reopen': ({ orgId }) => ({ orgId, month: MONTH, version: 1, reason: '试' }),
  'GET /api/dfgl/voucher/listPage': ({ orgId }) => ({ orgId }),
  'POST /api/dfgl/relief/ask': ({ memberId }) => ({
    memberId,
    kind: 2,
    fromMonth: MONTH,
    untilMonth: MONTH,
    reason: '试',
  }),
  'POST /api/dfgl/relief/decide': ({ orgId }) => ({ id: duesOf(orgId), version: 1, agree: true }),
  'POST /api/dfgl/relief/withdraw': ({ orgId }) => ({ id: duesOf(orgId), version: 1 }),
};
