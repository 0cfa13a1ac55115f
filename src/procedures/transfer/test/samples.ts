import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The number of an organisation's sheet of graduates. */
export const graduationOf = (orgId: string) => String(897_000 + Number(orgId));

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zzgx/balance': ({ orgId }) => ({ orgId }),
  'GET /api/zzgx/balance/people': ({ orgId }) => ({ orgId, from: '2020-01-01', to: '2020-12-31', no: 2 }),
  'POST /api/zzgx/transfer/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'GET /api/zzgx/under/list': ({ orgId }) => ({ orgId }),
  'GET /api/zzgx/under/counts': ({ orgId }) => ({ orgCode: Object.values(ORGS).find(({ id }) => id === orgId)?.code }),
  'GET /api/zzgx/transfer/{id}': ({ memberId }) => ({ id: memberId }),
  'POST /api/zzgx/transfer/check': ({ memberId }) => ({
    memberIds: [memberId],
    kind: 'withinBranchTree',
    toOrgId: ORGS.branchB22.id,
  }),
  'POST /api/zzgx/transfer': ({ memberId }) => ({
    memberIds: [memberId],
    kind: 'withinBranchTree',
    toOrgId: ORGS.branchB22.id,
    reason: '试',
    submit: false,
  }),
  'PUT /api/zzgx/transfer': ({ memberId }) => ({
    id: memberId,
    version: 1,
    kind: 'withinBranchTree',
    toOrgId: ORGS.branchB22.id,
    reason: '试',
    submit: false,
  }),
  'POST /api/zzgx/transfer/decide': ({ memberId }) => ({ id: memberId, version: 1, decision: 'agree' }),
  'POST /api/zzgx/transfer/withdraw': ({ memberId }) => ({ id: memberId, version: 1, reason: '试' }),
  'POST /api/zzgx/transfer/undo': ({ memberId }) => ({ id: memberId, version: 1, reason: '试' }),
  'POST /api/zzgx/transfer/urge': ({ memberId }) => ({ id: memberId }),
  'GET /api/zzgx/outside/find': () => ({ name: '没有的' }),
  'POST /api/zzgx/arrival/check': ({ orgId }) => ({ orgId, idCardNo: '00' }),
  'POST /api/zzgx/arrival': ({ orgId }) => ({
    orgId,
    by: 'code',
    name: '试',
    idCardNo: '00',
    code: '000000000000',
    receivedOn: '2020-01-01',
    files: ['0'.repeat(32)],
  }),
  'POST /api/zzgx/arrival/receipt': ({ memberId }) => ({
    id: memberId,
    version: 1,
    sentOn: '2026-01-01',
    files: ['0'.repeat(32)],
  }),
  'PUT /api/zzgx/setting': () => ({
    prefix: '试转',
    daysNear: 30,
    daysFar: 90,
    duesBlock: false,
    relays: false,
    version: 0,
  }),
  'GET /api/zzgx/letter/{id}': ({ memberId }) => ({ id: memberId }),
  'POST /api/zzgx/transfer/batch': ({ memberId }) => ({
    rows: [{ memberId, outsideName: '外地某党委' }],
    reason: '毕业',
  }),
  'POST /api/zzgx/graduate/template': ({ orgId }) => ({ orgId }),
  'GET /api/zzgx/graduate': ({ orgId }) => ({ id: graduationOf(orgId) }),
  'GET /api/zzgx/graduate/{id}/lines': ({ orgId }) => ({ id: graduationOf(orgId) }),
  'POST /api/zzgx/graduate/run': ({ orgId }) => ({ id: graduationOf(orgId), act: 'submit' }),
  'POST /api/zzgx/graduate/roll': ({ orgId }) => ({ id: graduationOf(orgId) }),
  'POST /api/zzgx/whole': ({ orgId }) => ({
    orgId,
    documentNo: '试〔2026〕1号',
    issuedOn: '2026-01-01',
    outsideName: '外地某党委',
    reason: '试',
  }),
  'POST /api/zzgx/wholeIn/template': () => ({}),
  'PUT /api/zzgx/exchange/partner': ({ orgId }) => ({
    name: `试${orgId}党委`,
    orgId,
    baseUrl: 'https://partner.example',
    publicKey: `04${orgId.padStart(128, '0')}`,
  }),
  'POST /api/zzgx/exchange': () => ({
    key: `04${'0'.repeat(128)}`,
    to: `04${'0'.repeat(128)}`,
    message: '00000000-0000-4000-8000-000000000000',
    kind: 'letter',
    time: 0,
    body: '{}',
    sign: '',
  }),
  'POST /api/zzgx/exchange/accept': ({ orgId }) => ({ id: '1', orgId }),
  'POST /api/zzgx/exchange/return': () => ({ id: '1', reason: '试' }),
  'POST /api/zzgx/graduate/receipt': ({ orgId }) => ({
    id: graduationOf(orgId),
    receivedOn: '2026-01-01',
    branch: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/zzgx/graduate/letters': ({ orgId }) => ({ id: graduationOf(orgId) }),
  'POST /api/zzgx/proof': ({ memberId }) => ({
    memberId,
    toName: '外地某党支部',
    reason: '试',
    startsOn: '2026-01-01',
    endsOn: '2026-01-02',
  }),
  'POST /api/zzgx/proof/void': () => ({ id: '1', version: 1, reason: '试' }),
  'POST /api/zzgx/proof/print': () => ({ id: '1' }),
  'POST /api/zzgx/letter/issue': ({ memberId }) => ({ id: memberId, version: 1 }),
  'POST /api/zzgx/letter/printMany': ({ memberId }) => ({ ids: [memberId] }),
  'POST /api/zzgx/letter/print': ({ memberId }) => ({ id: memberId }),
  'POST /api/zzgx/letter/receipt': ({ memberId }) => ({
    id: memberId,
    version: 1,
    receivedOn: '2026-01-01',
    branch: '试',
    files: ['0'.repeat(32)],
  }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  relationGraduation: graduationOf,
};
